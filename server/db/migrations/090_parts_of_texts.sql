-- A thing that was made by mistake can be taken back, whatever was shown or opened of it: these rows keep nobody's work,
-- and count again when the thing is back (server/changes/undo.ts asks the foreign keys what is in use).
alter table announcement_pictures drop constraint announcement_pictures_course_id_announcement_id_fkey;
alter table content_pictures drop constraint content_pictures_course_id_content_id_fkey;
alter table content_versions drop constraint content_versions_course_id_content_id_fkey;
alter table content_opens drop constraint content_opens_course_id_content_id_fkey;
