"""The handler of each route, which takes the call and the parsed request, and returns the response as data."""
