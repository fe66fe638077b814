"""What card texts are written with: small stateless parts, each of which declares its verb, its question and its words; and
what they are built on."""
