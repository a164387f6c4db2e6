-- The history of one thing is found by `change_things` (096). Each change of staff still kept the index of before up to date.
drop index changes_of;
