"""Reading text: words, sentences, stems, language and likeness, for whatever compares texts."""
