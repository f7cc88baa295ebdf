"""The pages: what the API answers, as HTML. The board itself talks to the API."""
