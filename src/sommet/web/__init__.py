"""What people see in the browser: templates, static files, languages and their words."""
