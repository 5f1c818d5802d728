"""The browser's side: templates, static files, rules pages, exercises and translations."""
