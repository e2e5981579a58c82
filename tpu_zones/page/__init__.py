"""The page to look at: one file of HTML with all that is known of where TPUs are."""
