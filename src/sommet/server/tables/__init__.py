"""Tables without networking: commands, events, checks and the state they lead to."""
