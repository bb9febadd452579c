import click


def main() -> None: ...
