-- Where in a thing somebody is, such as in which cell of the gradebook.
alter table presence add column place text not null default '';
