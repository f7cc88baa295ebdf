"""All settings, read from the environment by typed readers that fail loudly.

docs/operations.md has the table; `.env.example` has every variable with its default.
"""

from __future__ import annotations

import logging
import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from dj_email_url import parse as parse_email_url
from environs import Env
from marshmallow.validate import OneOf
from whitenoise.compress import Compressor

from agnes_site.reporting import reporting_start

env = Env()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.str("AGNES_DATA_DIR", str(BASE_DIR / "data")))

DEBUG = env.bool("DEBUG", default=False)
# Without a key a process makes one up: nothing is signed with a known key, and `agnes.W001`
# says that sessions end with the process.
SECRET_KEY_IS_THROWAWAY = not env.str("SECRET_KEY", "")
SECRET_KEY = env.str("SECRET_KEY", "") or secrets.token_urlsafe(50)
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])
HOST = env.str("HOST", "127.0.0.1")
PORT = env.int("PORT", default=8000)
HTTPS = env.bool("AGNES_HTTPS", default=False)
TRUSTED_PROXIES = env.int("AGNES_TRUSTED_PROXIES", default=0)

INSTALLED_APPS = [
    "accounts",
    "games",
    "agnes_site",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
    "django_tasks",
    "django_tasks_db",
]

MIDDLEWARE = [
    "agnes_site.logs.identified",
    "agnes_site.middleware.measured",
    "agnes_site.middleware.policies",
    "django.middleware.security.SecurityMiddleware",
    "agnes_site.middleware.api_paths",
    "agnes_site.middleware.programs_straight",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "accounts.sessions.sessions_seen",
    "agnes_site.middleware.PageCommon",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "agnes_site.middleware.pages_spoken",
    "agnes_site.middleware.PageMessages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "agnes_site.urls"
WSGI_APPLICATION = "agnes_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.look_cookie.look",
            ]
        },
    }
]


def _database() -> dict[str, Any]:
    """One connection a thread is kept for good: a new one costs three to ten times a move."""
    database: dict[str, Any] = env.dj_db_url(
        "DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'agnes.sqlite3'}"
    )
    database["CONN_MAX_AGE"] = None
    options = database.setdefault("OPTIONS", {})
    if database["ENGINE"].endswith("sqlite3"):
        DATA_DIR.mkdir(parents=True, exist_ok=True)
        # IMMEDIATE: a transaction that will write says so at once, so none fails half way.
        options |= {"transaction_mode": "IMMEDIATE", "timeout": 20}
        # A file, because threads of a test share no database in memory.
        database["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
        options["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
    else:
        database["ENGINE"] = "agnes_site.postgresql"
        options |= {"prepare_threshold": 1, "connect_timeout": 2}
        # A server that has vanished is noticed while a request waits, and while nothing happens.
        options |= {"keepalives_idle": 30, "keepalives_interval": 5, "keepalives_count": 3}
        options["tcp_user_timeout"] = 2_000
        # Nobody waits long for a lock, nor keeps one for long: behind a change of the schema that
        # waits for its lock everybody else would wait as well.
        options["options"] = "-c lock_timeout=2s -c idle_in_transaction_session_timeout=30s"
    return database


DATABASES = {"default": _database()}
# How many machines serve, with how many processes and threads each; `capacity` judges the sum.
NODES = env.int("AGNES_NODES", default=1)
WORKERS = env.int("AGNES_WORKERS", default=2)
THREADS = env.int("AGNES_THREADS", default=8)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", "")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "cache"},
    # Courtesy limits of the API are counted in the process: no SQL on the way of a move.
    "process": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
}

# Background work: a table of the database is the queue, `manage.py work` takes from it. A census
# has a queue of its own, so that no player waits for one.
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": ["default", "census"]}}
WORKER_METRICS = env.str("AGNES_WORKER_METRICS", "")  # host:port
POOL_SIZE = env.int("AGNES_POOL", default=20)

# Accounts
AUTH_USER_MODEL = "accounts.User"
SESSION_ENGINE = "accounts.sessions"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["accounts.hashing.FewArgon2Hasher"]
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": name}
    for name in (
        "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "accounts.passwords.LengthValidator",
        "accounts.passwords.CommonValidator",
    )
]
BREACHED_PASSWORDS = env.str("AGNES_BREACHED_PASSWORDS", "")
if BREACHED_PASSWORDS:
    AUTH_PASSWORD_VALIDATORS.append(
        {
            "NAME": "accounts.passwords.BreachedValidator",
            "OPTIONS": {"file": Path(BREACHED_PASSWORDS)},
        }
    )
ACCOUNT_ADAPTER = "games.views.pages.signing.PageAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_USERNAME_VALIDATORS = "accounts.names.SIGN_UP_VALIDATORS"
ACCOUNT_PRESERVE_USERNAME_CASING = True
# allauth asks for no confirmation: accounts.confirmations does, and signing in never waits for it.
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 3
# Who it is, is shown by password or second factor: whoever reads the mails shows only that.
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
# Two players may have one address, so nobody can keep one from another.
ACCOUNT_UNIQUE_EMAIL = False
ACCOUNT_FORMS = {"reset_password": "accounts.forms.LostPasswordForm"}
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
# Guessing is held off by accounts.services.signing, which counts before it hashes.
ACCOUNT_RATE_LIMITS = {"login_failed": False, "login": False, "signup": "120/m/ip"}
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
# Without an address of a mail server, mails are written to the standard output.
MAIL = parse_email_url(env.str("EMAIL_URL", "") or "console:")
EMAIL_BACKEND = MAIL["EMAIL_BACKEND"]
EMAIL_HOST, EMAIL_PORT = MAIL["EMAIL_HOST"] or "", MAIL["EMAIL_PORT"]
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL["EMAIL_HOST_USER"], MAIL["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL["EMAIL_USE_TLS"], MAIL["EMAIL_USE_SSL"]
EMAIL_TIMEOUT = 5
DEFAULT_FROM_EMAIL = env.str("AGNES_MAIL_FROM", "Agnes <agnes@localhost>")

# Signing in in two steps
MFA_ADAPTER = "accounts.second_factor.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "accounts.forms.CodeForm",
    "reauthenticate": "accounts.forms.CodeAgainForm",
    "authenticate_webauthn": "accounts.forms.PasskeyForm",
    "reauthenticate_webauthn": "accounts.forms.PasskeyAgainForm",
    "login_webauthn": "accounts.forms.PasskeyAloneForm",
    "add_webauthn": "accounts.forms.NewPasskeyForm",
}
# The staff's pages take a second step, by default where others can reach the service.
STAFF_SECOND_FACTOR = (
    env.bool("AGNES_STAFF_SECOND_FACTOR") if env.str("AGNES_STAFF_SECOND_FACTOR", "") else HTTPS
)
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # browsers themselves allow it on localhost alone
# An address for mail is optional here, and proves nothing about who sets a second factor up.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Agnes"
MFA_TOTP_TOLERANCE = 1

KNOX_TOKEN_MODEL = "accounts.ApiToken"  # noqa: S105  (a model's name)
MIGRATION_MODULES = {"knox": None}  # its own table would stay empty beside ours
REST_KNOX = {"SECURE_HASH_ALGORITHM": "hashlib.sha512"}
TOKEN_CAP = 50
SIGN_IN_LIMIT = 10
SIGN_IN_WINDOW = timedelta(minutes=5)

# REST
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.authentication.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["agnes_site.wire.JsonParser"],
    "DEFAULT_RENDERER_CLASSES": ["agnes_site.wire.JsonRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "agnes_site.wire.JsonAlways",
    "DEFAULT_SCHEMA_CLASS": "agnes_site.schema.BodiesOfDeletes",
    "DEFAULT_THROTTLE_CLASSES": ["agnes_site.wire.CourtesyThrottle"],
    "DEFAULT_THROTTLE_RATES": {
        "sign-up": "120/min",
        "new-game": "120/min",
        "hint": "120/min",
        "guest": "60/hour",
        "import": "30/min",
        "review": "90/min",
    },
    "EXCEPTION_HANDLER": "agnes_site.errors.problem_response",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "NUM_PROXIES": TRUSTED_PROXIES,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "TEST_REQUEST_RENDERER_CLASSES": ["agnes_site.wire.JsonRenderer"],
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Agnes",
    "DESCRIPTION": "Agnes Bernauer: the day's shared deal, leaderboards, and every game's history.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "ContestStateEnum": "games.serializers.contests.STATES",
        "HintStateEnum": "games.serializers.hints.STATES",
        "ReviewUnderWayEnum": "games.serializers.reviews.UNDER_WAY",
        "ReviewReadyEnum": "games.serializers.reviews.READY",
        "VerdictEnum": "games.serializers.hints.VERDICTS",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "agnes_site.schema.problems_from_the_table",
    ],
}

# What a browser is told
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "object-src": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
# What of the device a page may use: nothing that it has no need of.
PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in (
        *["accelerometer", "autoplay", "browsing-topics", "camera", "display-capture"],
        *["encrypted-media", "geolocation", "gyroscope", "hid", "idle-detection", "magnetometer"],
        *["microphone", "midi", "payment", "picture-in-picture", "serial", "usb"],
        *["xr-spatial-tracking"],
    )
)
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# Behind TLS the names of cookies say to the browser that no other host may set them.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid", f"{COOKIE_PREFIX}csrftoken"
MESSAGE_STORAGE = "agnes_site.notices.NoticeStorage"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = SESSION_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "agnes_site.errors.csrf_failure"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
# Monitoring asks from inside; programs are refused instead (agnes_site.middleware.api_paths).
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$", r"^api/(?!v1/docs)"]
if HTTPS:
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

# Words and times
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("es", "Español"), ("fr", "Français"), ("pt-pt", "Português")]
LOCALE_PATHS = [BASE_DIR / "agnes_site" / "locale"]
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}language"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = HTTPS
FORMAT_MODULE_PATH = "agnes_site.formats"
USE_TZ = True
TIME_ZONE = "UTC"

# Static files
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
# They are for our own pages: no other site is told that it may read them.
WHITENOISE_ALLOW_ALL_ORIGINS = False
# Swagger's source maps are megabytes that hardly anybody asks for.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = [*Compressor.SKIP_COMPRESS_EXTENSIONS, "map"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "agnes_site.static_files.HashedStorage"},
}

LOG_LEVEL = env.log_level("LOG_LEVEL", default=logging.INFO)
LOG_FORMAT = env.str("AGNES_LOG_FORMAT", "line", validate=OneOf(["line", "json"]))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "agnes_site.logs.Line"}, "json": {"()": "agnes_site.logs.Json"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "django.server": {"level": "WARNING"},
        "django.request": {"level": "ERROR"},
        # Jobs that come and go, and that a worker was told to stop, are no news.
        "django_tasks": {"level": "WARNING"},
        "django_tasks_db": {"level": "ERROR"},
    },
}

# Unhandled errors are reported there; with it goes the extra, requirements-sentry.txt.
SENTRY_DSN = env.str("SENTRY_DSN", "")
if SENTRY_DSN:
    reporting_start(SENTRY_DSN)
