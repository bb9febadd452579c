"""What each route does. A handler takes the call and what was asked, and gives plain data."""
