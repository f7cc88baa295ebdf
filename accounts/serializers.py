"""The shapes of accounts on the wire: what is read, what is answered, and what a problem is."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.confirmations import confirmed_address
from accounts.looks import LOOKS
from accounts.models import TOKEN_DAYS, TOKEN_DAYS_AT_MOST, ApiToken, User
from accounts.names import SIGN_UP_VALIDATORS


class TextField(serializers.CharField):
    """A JSON string, exactly as sent, and nothing that could be turned into one."""

    def __init__(self, **options: Any) -> None:
        super().__init__(trim_whitespace=False, **options)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class NumberField(serializers.IntegerField):
    """A JSON number, not a text of one."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class FlagField(serializers.BooleanField):
    """`true` or `false`, and nothing that could be taken for one."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class SignUpSerializer(serializers.Serializer[Any]):
    """`POST players`."""

    username = TextField(validators=SIGN_UP_VALIDATORS)
    password = TextField(style={"input_type": "password"})
    email = serializers.EmailField(max_length=254, allow_blank=True, default="")


class SignedUpSerializer(serializers.Serializer[Any]):
    """A new player, and the first token."""

    username = serializers.CharField()
    token = serializers.CharField()
    expires_at = serializers.DateTimeField()


class SignInSerializer(serializers.Serializer[Any]):
    """`POST tokens`."""

    username = TextField()
    password = TextField(style={"input_type": "password"})
    name = TextField(max_length=50, allow_blank=True, default="")
    code = TextField(
        max_length=20,
        allow_blank=True,
        default="",
        help_text="of the app, or a recovery code, when the player has a second factor",
    )
    scope = serializers.ChoiceField(ApiToken.Scope.choices, default=ApiToken.Scope.PLAY)
    days = NumberField(
        min_value=1, max_value=TOKEN_DAYS_AT_MOST, default=TOKEN_DAYS, help_text="until it expires"
    )


class NewTokenSerializer(serializers.Serializer[Any]):
    """A token with its secret, shown this once."""

    token = serializers.CharField()
    name = serializers.CharField()
    scope = serializers.ChoiceField(ApiToken.Scope.choices)
    expires_at = serializers.DateTimeField()


class TokenSerializer(serializers.ModelSerializer[ApiToken]):
    """A token without its secret."""

    id = serializers.CharField(source="public_id")
    created_at = serializers.DateTimeField(source="created")
    expires_at = serializers.DateTimeField(source="expiry")

    class Meta:
        model = ApiToken
        fields = ["id", "name", "scope", "created_at", "expires_at"]


class TokenListSerializer(serializers.Serializer[Any]):
    """A player's tokens, all on one page."""

    results = TokenSerializer(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class MeSerializer(serializers.ModelSerializer[User]):
    """A player's own profile; all but `username`, `email_confirmed` and `joined` can be changed."""

    email_confirmed = serializers.SerializerMethodField(
        help_text="whether the link was followed that went to this address"
    )
    joined = serializers.DateTimeField(source="date_joined", read_only=True)

    class Meta:
        model = User
        fields = ["username", "email", "email_confirmed", "language", *LOOKS, "joined"]
        read_only_fields = ["username"]

    def get_email_confirmed(self, player: User) -> bool:
        return bool(player.email) and confirmed_address(player) == player.email


class PasswordSerializer(serializers.Serializer[Any]):
    """The password once more, before something that cannot be undone."""

    password = TextField(style={"input_type": "password"})


class ProblemSerializer(serializers.Serializer[Any]):
    """A problem document (RFC 9457); `code` is stable, the words follow Accept-Language."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    errors = serializers.DictField(  # type: ignore[assignment]  # the field, not the property
        child=serializers.ListField(child=serializers.CharField()), required=False
    )
    index = serializers.IntegerField(required=False)
