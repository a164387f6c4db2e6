-- Puts the tables of a migrated database on a Citus cluster. Once, on the coordinator, as the owner of the tables, after
-- the first start of a server has migrated and before there is much in it:
--
--   psql raintree -v ON_ERROR_STOP=1 -f distribute.sql
--
-- Nothing in the product changes: every table of a course has the primary key (course_id, …), and every query of a course names it
-- (deploy/cluster/partitions.test.ts proves it on partitions). Tables of one course land on one machine, so joins and
-- transactions of a course stay there.

create extension if not exists citus;

-- A shard for each core of eight machines of eight. There cannot be more machines than shards.
set citus.shard_count = 64;
-- Tables that refer to each other move together.
set citus.multi_shard_modify_mode = 'sequential';

-- The order of names. The migration made it on the coordinator.
select run_command_on_workers(
  $$create collation if not exists by_name (provider = icu, locale = 'und-u-kn-true')$$);

-- Small tables that every call reads and few write: each machine has a copy.
select create_reference_table('people');
select create_reference_table('courses');
-- Not small: a row of about 250 bytes for each file. Submissions and contents refer to it by its id alone, so it must be where they are.
-- See README.md, "What crosses shards".
select create_reference_table('uploads');

-- By course.
select create_distributed_table('roster', 'course_id');
select create_distributed_table('course_versions', 'course_id', colocate_with => 'roster');
select create_distributed_table('messages', 'course_id', colocate_with => 'roster');
select create_distributed_table('accommodations', 'course_id', colocate_with => 'roster');
select create_distributed_table('roster_pending', 'course_id', colocate_with => 'roster');
select create_distributed_table('roster_removed', 'course_id', colocate_with => 'roster');
select create_distributed_table('announcements', 'course_id', colocate_with => 'roster');
select create_distributed_table('schedules', 'course_id', colocate_with => 'roster');
select create_distributed_table('holidays', 'course_id', colocate_with => 'roster');
select create_distributed_table('attendance', 'course_id', colocate_with => 'roster');
select create_distributed_table('attendance_codes', 'course_id', colocate_with => 'roster');
select create_distributed_table('attendance_marks', 'course_id', colocate_with => 'roster');
select create_distributed_table('publications', 'course_id', colocate_with => 'roster');
select create_distributed_table('activity', 'course_id', colocate_with => 'roster');
select create_distributed_table('contents', 'course_id', colocate_with => 'roster');
select create_distributed_table('links', 'course_id', colocate_with => 'roster');
select create_distributed_table('playlists', 'course_id', colocate_with => 'roster');
select create_distributed_table('meetings', 'course_id', colocate_with => 'roster');
select create_distributed_table('groupings', 'course_id', colocate_with => 'roster');
select create_distributed_table('groups', 'course_id', colocate_with => 'roster');
select create_distributed_table('group_members', 'course_id', colocate_with => 'roster');
select create_distributed_table('group_leavers', 'course_id', colocate_with => 'roster');
select create_distributed_table('assignments', 'course_id', colocate_with => 'roster');
select create_distributed_table('question_sets', 'course_id', colocate_with => 'roster');
select create_distributed_table('questions', 'course_id', colocate_with => 'roster');
select create_distributed_table('sheet_versions', 'course_id', colocate_with => 'roster');
select create_distributed_table('file_slots', 'course_id', colocate_with => 'roster');
select create_distributed_table('attempt_starts', 'course_id', colocate_with => 'roster');
select create_distributed_table('exceptions', 'course_id', colocate_with => 'roster');
select create_distributed_table('submissions', 'course_id', colocate_with => 'roster');
select create_distributed_table('submission_people', 'course_id', colocate_with => 'roster');
select create_distributed_table('submission_files', 'course_id', colocate_with => 'roster');
select create_distributed_table('feedback', 'course_id', colocate_with => 'roster');
select create_distributed_table('marks', 'course_id', colocate_with => 'roster');
select create_distributed_table('drafts', 'course_id', colocate_with => 'roster');
select create_distributed_table('assignment_pictures', 'course_id', colocate_with => 'roster');
select create_distributed_table('topic_pictures', 'course_id', colocate_with => 'roster');
select create_distributed_table('topic_seen', 'course_id', colocate_with => 'roster');
select create_distributed_table('presence', 'course_id', colocate_with => 'roster');
select create_distributed_table('announcement_pictures', 'course_id', colocate_with => 'roster');
select create_distributed_table('content_pictures', 'course_id', colocate_with => 'roster');
select create_distributed_table('content_versions', 'course_id', colocate_with => 'roster');
select create_distributed_table('content_opens', 'course_id', colocate_with => 'roster');
select create_distributed_table('join_links', 'course_id', colocate_with => 'roster');
select create_distributed_table('join_link_uses', 'course_id', colocate_with => 'roster');
select create_distributed_table('changes', 'course_id', colocate_with => 'roster');
select create_distributed_table('change_rows', 'course_id', colocate_with => 'roster');
select create_distributed_table('change_things', 'course_id', colocate_with => 'roster');
select create_distributed_table('draft_versions', 'course_id', colocate_with => 'roster');
select create_distributed_table('draft_files', 'course_id', colocate_with => 'roster');
select create_distributed_table('grade_categories', 'course_id', colocate_with => 'roster');
select create_distributed_table('grade_schemes', 'course_id', colocate_with => 'roster');
select create_distributed_table('gradables', 'course_id', colocate_with => 'roster');
select create_distributed_table('graded_works', 'course_id', colocate_with => 'roster');
select create_distributed_table('entries', 'course_id', colocate_with => 'roster');
select create_distributed_table('attendance_scores', 'course_id', colocate_with => 'roster');
select create_distributed_table('scores', 'course_id', colocate_with => 'roster');
select create_distributed_table('grading_settings', 'course_id', colocate_with => 'roster');
select create_distributed_table('hidden_names', 'course_id', colocate_with => 'roster');
select create_distributed_table('rubric_items', 'course_id', colocate_with => 'roster');
select create_distributed_table('planned_releases', 'course_id', colocate_with => 'roster');
select create_distributed_table('divisions', 'course_id', colocate_with => 'roster');
select create_distributed_table('grade_drafts', 'course_id', colocate_with => 'roster');
select create_distributed_table('archives', 'course_id', colocate_with => 'roster');
select create_distributed_table('regrade_requests', 'course_id', colocate_with => 'roster');
select create_distributed_table('topics', 'course_id', colocate_with => 'roster');
select create_distributed_table('topic_versions', 'course_id', colocate_with => 'roster');
select create_distributed_table('text_versions', 'course_id', colocate_with => 'roster');
select create_distributed_table('posts', 'course_id', colocate_with => 'roster');
select create_distributed_table('hidden_texts', 'course_id', colocate_with => 'roster');
select create_distributed_table('endorsed_texts', 'course_id', colocate_with => 'roster');
select create_distributed_table('comments', 'course_id', colocate_with => 'roster');

-- By person, or by the look-up column.
select create_distributed_table('notification_marks', 'person_id');
select create_distributed_table('notification_reads', 'person_id', colocate_with => 'notification_marks');
select create_distributed_table('saved_comments', 'person_id', colocate_with => 'notification_marks');
select create_distributed_table('sessions', 'token_hash');
select create_distributed_table('identities', 'subject');

-- On the coordinator alone: server_keys, rate_limits, instructor_invitations, jobs (and the schema pgboss), demo_provider_state, kysely_migration.
-- Where triggers run: course_marks, what an open transaction has changed so far.
