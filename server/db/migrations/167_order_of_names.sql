-- The order of names in every list: that of a dictionary, in Thai too, where a vowel that is written before its consonant
-- counts after it, and 2 before 10. The database's own order may be that of codes.
create collation by_name (provider = icu, locale = 'und-u-kn-true');
