"""Public answers are compressed for clients that accept it; what depends on a key never does."""

import gzip

import pytest
from starlette.requests import Request
from starlette.responses import Response

from rulewright.server.compress import compressed

LONG = b"body { color: black; }\n" * 200


def asked(encodings: str) -> Request:
    return Request({"type": "http", "headers": [(b"accept-encoding", encodings.encode())]})


def test_long_text_is_packed_for_clients_that_take_it() -> None:
    sent = compressed(asked("br, gzip"), Response(LONG, media_type="text/css"))
    assert gzip.decompress(bytes(sent.body)) == LONG
    assert sent.headers["content-encoding"] == "gzip"
    assert sent.headers["content-length"] == str(len(sent.body))
    assert sent.headers["vary"] == "Accept-Encoding"


def test_other_clients_get_it_as_it_is_and_caches_keep_the_two_apart() -> None:
    sent = compressed(asked("identity"), Response(LONG, media_type="text/css"))
    assert sent.body == LONG
    assert "content-encoding" not in sent.headers
    assert sent.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize(("body", "media"), [(b"short", "text/css"), (LONG, "font/woff2")])
def test_what_is_short_or_packed_already_is_left_alone(body: bytes, media: str) -> None:
    sent = compressed(asked("gzip"), Response(body, media_type=media))
    assert sent.body == body
    assert "content-encoding" not in sent.headers
