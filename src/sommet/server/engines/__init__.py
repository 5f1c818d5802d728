"""Thinking: processes of their own, in which players look at views."""
