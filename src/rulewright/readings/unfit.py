"""What cannot be read in columns: the typed refusal that chooses the path-by-path reading."""


class Unfit(BaseException):
    """A rule does something that columns cannot do, or would gain nothing by them; it is read one path at a time.

    A rule's own `except Exception` must not catch it.
    """
