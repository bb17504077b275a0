"""The app lock: a PIN or a passkey before anything is shown, on a phone that others pick up."""
