"""Games as they are told and kept: variants, text, openings, drawing. No database, no board."""
