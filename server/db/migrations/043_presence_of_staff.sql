-- Staff are at what they look at and at what they edit.
alter table presence add column editing boolean not null default true;
