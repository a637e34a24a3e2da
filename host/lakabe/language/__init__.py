"""What players read, in their languages: sentences, and the catalogues that translate them."""
