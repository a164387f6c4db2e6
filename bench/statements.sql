-- Written by `npm run sql`.


-- home: me


-- home: notifications

select
  (
    select
      coalesce(json_agg(p), '[]')
    from
      (
        select
          r.course_id as "courseId",
          case r.role
            when 'student' then 'student'
            else 'staff'
          end as audience,
          (
            select
              json_build_object(
                'people',
                v.people,
                'materials',
                v.materials,
                'work',
                v.work,
                'scores',
                v.scores,
                'activity',
                v.activity
              )
            from
              course_versions v
            where
              v.course_id = r.course_id
          ) as versions,
          r.section
        from
          roster r
        where
          r.person_id = $1::uuid
      ) p
  ) as courses,
  (
    select
      read_at
    from
      notification_marks
    where
      person_id = $2::uuid
  ) as read_at,
  (
    select
      coalesce(json_agg(activity_id), '[]')
    from
      notification_reads
    where
      person_id = $3::uuid
  ) as "readIds",
  (
    select
      coalesce(json_agg(a), '[]')
    from
      roster r
      cross join lateral (
        select
          c.id as course_id,
          c.name as course_name,
          a.id,
          a.created_at,
          a.kind,
          a.subject_id,
          a.params || a.about as params
        from
          (
            select
              a.*,
              subject.about
            from
              activity a
              cross join lateral (
                select
                  about
                from
                  (
                    select
                      jsonb_build_object('name', w.name, 'assignment', w.id) || case
                        when s.attempt > 1 then jsonb_build_object('attempt', s.attempt)
                        else '{}'
                      end as about
                    from
                      submissions s
                      join assignments w on w.course_id = s.course_id
                      and w.id = s.assignment_id
                      and (
                        "w"."publish_at" is not null
                        and "w"."deleted_at" is null
                        and not exists (
                          select
                          from
                            publications planned
                          where
                            planned.course_id = "w"."course_id"
                            and planned.subject_id = "w"."id"
                        )
                      )
                      join feedback f on f.course_id = s.course_id
                      and f.submission_id = s.id
                      and f.show
                    where
                      s.course_id = a.course_id
                      and s.id = a.subject_id
                  ) of_kind
                where
                  a.kind in ('graded')
                union all
                select
                  about
                from
                  (
                    select
                      jsonb_build_object('name', s.name) as about
                    from
                      gradables s
                      join scores k on k.course_id = s.course_id
                      and k.gradable_id = s.id
                      and k.person_id = a.person_id
                    where
                      s.course_id = a.course_id
                      and s.id = a.subject_id
                      and s.released
                      and s.deleted_at is null
                      and k.score is not null
                  ) of_kind
                where
                  a.kind in ('scored')
                union all
                select
                  about
                from
                  (
                    select
                      '{}'::jsonb as about
                  ) of_kind
                where
                  a.kind in ('final_grades_released')
                union all
                select
                  about
                from
                  (
                    select
                      jsonb_build_object('name', w.name) as about
                    from
                      assignments w
                    where
                      w.course_id = a.course_id
                      and w.id = a.subject_id
                      and (
                        "w"."publish_at" is not null
                        and "w"."deleted_at" is null
                        and not exists (
                          select
                          from
                            publications planned
                          where
                            planned.course_id = "w"."course_id"
                            and planned.subject_id = "w"."id"
                        )
                      )
                      and exists (
                        select
                        from
                          exceptions e
                        where
                          e.course_id = w.course_id
                          and e.assignment_id = w.id
                          and (
                            e.person_id = a.person_id
                            or e.section = (
                              select
                                r.section
                              from
                                roster r
                              where
                                r.course_id = w.course_id
                                and r.person_id = a.person_id
                            )
                            or e.group_id in (
                              select
                                m.group_id
                              from
                                group_members m
                              where
                                m.course_id = w.course_id
                                and m.person_id = a.person_id
                            )
                          )
                      )
                  ) of_kind
                where
                  a.kind in ('exception_given')
                union all
                select
                  about
                from
                  (
                    select
                      jsonb_build_object('name', w.name, 'grader', a.person_id, 'count', count(*)) as about
                    from
                      assignments w
                      join divisions d on d.course_id = w.course_id
                      and d.assignment_id = w.id
                    where
                      w.course_id = a.course_id
                      and w.id = a.subject_id
                      and (
                        "w"."publish_at" is not null
                        and "w"."deleted_at" is null
                        and not exists (
                          select
                          from
                            publications planned
                          where
                            planned.course_id = "w"."course_id"
                            and planned.subject_id = "w"."id"
                        )
                      )
                      and d.grader_id = a.person_id
                      and exists (
                        select
                        from
                          roster r
                          join courses c on c.id = r.course_id
                        where
                          r.course_id = a.course_id
                          and r.person_id = a.person_id
                          and (
                            r.role = 'instructor'
                            or (
                              r.role = 'assistant'
                              and 'grade' = any (c.assistants_may)
                            )
                          )
                      )
                    group by
                      w.name
                  ) of_kind
                where
                  a.kind in ('grading_assigned')
                union all
                select
                  about
                from
                  (
                    select
                      jsonb_build_object('name', w.name, 'assignment', w.id, 'group', g.name) as about
                    from
                      submissions s
                      join assignments w on w.course_id = s.course_id
                      and w.id = s.assignment_id
                      and (
                        "w"."publish_at" is not null
                        and "w"."deleted_at" is null
                        and not exists (
                          select
                          from
                            publications planned
                          where
                            planned.course_id = "w"."course_id"
                            and planned.subject_id = "w"."id"
                        )
                      )
                      join groups g on g.course_id = s.course_id
                      and g.id = s.owner_id
                    where
                      s.course_id = a.course_id
                      and s.id = a.subject_id
                  ) of_kind
                where
                  a.kind in ('handed_in')
                union all
                select
                  about
                from
                  (
                    select
                      jsonb_build_object('name', w.name, 'assignment', w.id, 'submission', q.submission_id) as about
                    from
                      regrade_requests q
                      join assignments w on w.course_id = q.course_id
                      and w.id = q.assignment_id
                      and (
                        "w"."publish_at" is not null
                        and "w"."deleted_at" is null
                        and not exists (
                          select
                          from
                            publications planned
                          where
                            planned.course_id = "w"."course_id"
                            and planned.subject_id = "w"."id"
                        )
                      )
                      join feedback f on f.course_id = q.course_id
                      and f.submission_id = q.submission_id
                      and f.show
                    where
                      q.course_id = a.course_id
                      and q.id = a.subject_id
                      and case a.kind
                        when 'regrade_asked' then exists (
                          select
                          from
                            roster r
                            join courses c on c.id = r.course_id
                          where
                            r.course_id = a.course_id
                            and r.person_id = a.person_id
                            and (
                              r.role = 'instructor'
                              or (
                                r.role = 'assistant'
                                and 'grade' = any (c.assistants_may)
                              )
                            )
                        )
                        else q.answered_at is not null
                      end
                  ) of_kind
                where
                  a.kind in ('regrade_asked', 'regrade_answered')
                union all
                select
                  about
                from
                  (
                    select
                      jsonb_build_object('group', g.name, 'grouping', k.id) as about
                    from
                      groups g
                      join groupings k on k.course_id = g.course_id
                      and k.id = g.grouping_id
                      and (
                        k.deleted_at is null
                        and coalesce(
                          (
                            select
                              true
                            from
                              groupings o
                            where
                              o.course_id = k.course_id
                              and o.id = k.id
                              and (
                                "o"."publish_at" is not null
                                and "o"."deleted_at" is null
                                and not exists (
                                  select
                                  from
                                    publications planned
                                  where
                                    planned.course_id = "o"."course_id"
                                    and planned.subject_id = "o"."id"
                                )
                              )
                          ),
                          (
                            select
                              true
                            from
                              assignments w
                            where
                              w.course_id = k.course_id
                              and w.grouping_id = k.id
                              and (
                                "w"."publish_at" is not null
                                and "w"."deleted_at" is null
                                and not exists (
                                  select
                                  from
                                    publications planned
                                  where
                                    planned.course_id = "w"."course_id"
                                    and planned.subject_id = "w"."id"
                                )
                              )
                            limit
                              1
                          ),
                          false
                        )
                      )
                    where
                      g.course_id = a.course_id
                      and g.id = a.subject_id
                      and (
                        a.kind = 'left_group'
                        or exists (
                          select
                          from
                            group_members m
                          where
                            m.course_id = g.course_id
                            and m.group_id = g.id
                            and m.person_id = a.person_id
                        )
                        or exists (
                          select
                          from
                            group_leavers l
                          where
                            l.course_id = g.course_id
                            and l.group_id = g.id
                            and l.person_id = a.person_id
                        )
                      )
                  ) of_kind
                where
                  a.kind in ('added_to_group', 'left_group')
                union all
                select
                  about
                from
                  (
                    select
                      jsonb_build_object('name', s.title) as about
                    from
                      messages s
                    where
                      s.course_id = a.course_id
                      and s.id = a.subject_id
                  ) of_kind
                where
                  a.kind in ('message_sent')
              ) subject
            where
              a.course_id = r.course_id
              and a.person_id = r.person_id
              and a.created_at > $4::timestamptz
            order by
              a.created_at desc,
              a.id desc
            limit
              100
          ) a
          join courses c on c.id = a.course_id
        order by
          a.created_at desc,
          a.id desc
      ) a
    where
      r.person_id = $5::uuid
  ) as own;

select
  c.id as course_id,
  c.name as course_name,
  a.id,
  a.created_at,
  a.kind,
  a.subject_id,
  a.params || a.about as params,
  a.actor_id
from
  courses c
  cross join lateral (
    select
      a.*,
      subject.about
    from
      activity a
      cross join lateral (
        select
          about
        from
          (
            select
              jsonb_strip_nulls(jsonb_build_object('name', s.title, 'section', s.section)) as about
            from
              announcements s
            where
              s.course_id = a.course_id
              and s.id = a.subject_id
              and (
                "s"."publish_at" is not null
                and "s"."deleted_at" is null
                and not exists (
                  select
                  from
                    publications planned
                  where
                    planned.course_id = "s"."course_id"
                    and planned.subject_id = "s"."id"
                )
              )
          ) of_kind
        where
          a.kind in ('announcement_posted')
        union all
        select
          about
        from
          (
            select
              jsonb_build_object('name', s.name) as about
            from
              assignments s
            where
              s.course_id = a.course_id
              and s.id = a.subject_id
              and (
                "s"."publish_at" is not null
                and "s"."deleted_at" is null
                and not exists (
                  select
                  from
                    publications planned
                  where
                    planned.course_id = "s"."course_id"
                    and planned.subject_id = "s"."id"
                )
              )
          ) of_kind
        where
          a.kind in ('assignment_posted')
        union all
        select
          about
        from
          (
            select
              jsonb_strip_nulls(
                jsonb_build_object(
                  'name',
                  string_agg(
                    way.name,
                    ' › '
                    order by
                      way.depth desc
                  ),
                  'folder',
                  (
                    array_agg(
                      way.parent_id
                      order by
                        way.depth
                    )
                  ) [1]
                )
              ) as about
            from
              (
                with recursive
                  way as (
                    select
                      s.parent_id,
                      s.name,
                      (
                        "s"."publish_at" is not null
                        and "s"."deleted_at" is null
                        and not exists (
                          select
                          from
                            publications planned
                          where
                            planned.course_id = "s"."course_id"
                            and planned.subject_id = "s"."id"
                        )
                      ) as is_out,
                      0 as depth
                    from
                      contents s
                    where
                      s.course_id = a.course_id
                      and s.id = a.subject_id
                      and not a.params ? 'with'
                    union all
                    select
                      f.parent_id,
                      f.name,
                      (
                        "f"."publish_at" is not null
                        and "f"."deleted_at" is null
                        and not exists (
                          select
                          from
                            publications planned
                          where
                            planned.course_id = "f"."course_id"
                            and planned.subject_id = "f"."id"
                        )
                      ),
                      way.depth + 1
                    from
                      way
                      join contents f on f.course_id = a.course_id
                      and f.id = way.parent_id
                  )
                select
                  *
                from
                  way
              ) way
            having
              bool_and(way.is_out)
          ) of_kind
        where
          a.kind in ('content_posted')
        union all
        select
          about
        from
          (
            select
              jsonb_build_object('name', s.name) as about
            from
              links s
            where
              s.course_id = a.course_id
              and s.id = a.subject_id
              and (
                "s"."publish_at" is not null
                and "s"."deleted_at" is null
                and not exists (
                  select
                  from
                    publications planned
                  where
                    planned.course_id = "s"."course_id"
                    and planned.subject_id = "s"."id"
                )
              )
          ) of_kind
        where
          a.kind in ('link_posted')
        union all
        select
          about
        from
          (
            select
              jsonb_build_object('name', s.title) as about
            from
              playlists s
            where
              s.course_id = a.course_id
              and s.id = a.subject_id
              and (
                "s"."publish_at" is not null
                and "s"."deleted_at" is null
                and not exists (
                  select
                  from
                    publications planned
                  where
                    planned.course_id = "s"."course_id"
                    and planned.subject_id = "s"."id"
                )
              )
          ) of_kind
        where
          a.kind in ('playlist_posted')
        union all
        select
          about
        from
          (
            select
              jsonb_build_object('name', s.title) as about
            from
              meetings s
            where
              s.course_id = a.course_id
              and s.id = a.subject_id
              and (
                "s"."publish_at" is not null
                and "s"."deleted_at" is null
                and not exists (
                  select
                  from
                    publications planned
                  where
                    planned.course_id = "s"."course_id"
                    and planned.subject_id = "s"."id"
                )
              )
          ) of_kind
        where
          a.kind in ('meeting_posted')
        union all
        select
          about
        from
          (
            select
              jsonb_strip_nulls(jsonb_build_object('name', s.title, 'section', s.section)) as about
            from
              topics s
            where
              s.course_id = a.course_id
              and s.id = a.subject_id
              and (
                "s"."publish_at" is not null
                and "s"."deleted_at" is null
                and not exists (
                  select
                  from
                    publications planned
                  where
                    planned.course_id = "s"."course_id"
                    and planned.subject_id = "s"."id"
                )
              )
          ) of_kind
        where
          a.kind in ('topic_posted')
        union all
        select
          about
        from
          (
            select
              jsonb_build_object('name', s.name, 'at', s.start_at) as about
            from
              schedules s
            where
              s.course_id = a.course_id
              and s.id = a.subject_id
              and s.deleted_at is null
              and s.cancelled = (a.kind = 'class_cancelled')
          ) of_kind
        where
          a.kind in ('class_cancelled', 'class_moved', 'class_restored')
        union all
        select
          about
        from
          (
            select
              jsonb_build_object('name', s.name) as about
            from
              groupings s
            where
              s.course_id = a.course_id
              and s.id = a.subject_id
              and (
                "s"."publish_at" is not null
                and "s"."deleted_at" is null
                and not exists (
                  select
                  from
                    publications planned
                  where
                    planned.course_id = "s"."course_id"
                    and planned.subject_id = "s"."id"
                )
              )
          ) of_kind
        where
          a.kind in ('grouping_posted')
        union all
        select
          about
        from
          (
            select
              jsonb_build_object('name', s.title) as about
            from
              messages s
            where
              s.course_id = a.course_id
              and s.id = a.subject_id
          ) of_kind
        where
          a.kind in ('message_sent')
      ) subject
    where
      a.course_id = c.id
      and a.person_id is null
      and a.created_at > $1
    order by
      a.created_at desc,
      a.id desc
    limit
      $2
  ) a
where
  c.id = any ($3)
order by
  a.created_at desc,
  a.id desc;


-- home: unread

select
  (
    select
      coalesce(json_agg(p), '[]')
    from
      (
        select
          r.course_id as "courseId",
          case r.role
            when 'student' then 'student'
            else 'staff'
          end as audience,
          (
            select
              json_build_object(
                'people',
                v.people,
                'materials',
                v.materials,
                'work',
                v.work,
                'scores',
                v.scores,
                'activity',
                v.activity
              )
            from
              course_versions v
            where
              v.course_id = r.course_id
          ) as versions,
          r.section
        from
          roster r
        where
          r.person_id = $1::uuid
      ) p
  ) as courses,
  (
    select
      read_at
    from
      notification_marks
    where
      person_id = $2::uuid
  ) as read_at,
  (
    select
      coalesce(json_agg(activity_id), '[]')
    from
      notification_reads
    where
      person_id = $3::uuid
  ) as "readIds",
  (
    select
      count(*)::int
    from
      roster r
      left join notification_marks m on m.person_id = r.person_id
      cross join lateral (
        select
        from
          activity a
          cross join lateral (
            select
              about
            from
              (
                select
                  jsonb_build_object('name', w.name, 'assignment', w.id) || case
                    when s.attempt > 1 then jsonb_build_object('attempt', s.attempt)
                    else '{}'
                  end as about
                from
                  submissions s
                  join assignments w on w.course_id = s.course_id
                  and w.id = s.assignment_id
                  and (
                    "w"."publish_at" is not null
                    and "w"."deleted_at" is null
                    and not exists (
                      select
                      from
                        publications planned
                      where
                        planned.course_id = "w"."course_id"
                        and planned.subject_id = "w"."id"
                    )
                  )
                  join feedback f on f.course_id = s.course_id
                  and f.submission_id = s.id
                  and f.show
                where
                  s.course_id = a.course_id
                  and s.id = a.subject_id
              ) of_kind
            where
              a.kind in ('graded')
            union all
            select
              about
            from
              (
                select
                  jsonb_build_object('name', s.name) as about
                from
                  gradables s
                  join scores k on k.course_id = s.course_id
                  and k.gradable_id = s.id
                  and k.person_id = a.person_id
                where
                  s.course_id = a.course_id
                  and s.id = a.subject_id
                  and s.released
                  and s.deleted_at is null
                  and k.score is not null
              ) of_kind
            where
              a.kind in ('scored')
            union all
            select
              about
            from
              (
                select
                  '{}'::jsonb as about
              ) of_kind
            where
              a.kind in ('final_grades_released')
            union all
            select
              about
            from
              (
                select
                  jsonb_build_object('name', w.name) as about
                from
                  assignments w
                where
                  w.course_id = a.course_id
                  and w.id = a.subject_id
                  and (
                    "w"."publish_at" is not null
                    and "w"."deleted_at" is null
                    and not exists (
                      select
                      from
                        publications planned
                      where
                        planned.course_id = "w"."course_id"
                        and planned.subject_id = "w"."id"
                    )
                  )
                  and exists (
                    select
                    from
                      exceptions e
                    where
                      e.course_id = w.course_id
                      and e.assignment_id = w.id
                      and (
                        e.person_id = a.person_id
                        or e.section = (
                          select
                            r.section
                          from
                            roster r
                          where
                            r.course_id = w.course_id
                            and r.person_id = a.person_id
                        )
                        or e.group_id in (
                          select
                            m.group_id
                          from
                            group_members m
                          where
                            m.course_id = w.course_id
                            and m.person_id = a.person_id
                        )
                      )
                  )
              ) of_kind
            where
              a.kind in ('exception_given')
            union all
            select
              about
            from
              (
                select
                  jsonb_build_object('name', w.name, 'grader', a.person_id, 'count', count(*)) as about
                from
                  assignments w
                  join divisions d on d.course_id = w.course_id
                  and d.assignment_id = w.id
                where
                  w.course_id = a.course_id
                  and w.id = a.subject_id
                  and (
                    "w"."publish_at" is not null
                    and "w"."deleted_at" is null
                    and not exists (
                      select
                      from
                        publications planned
                      where
                        planned.course_id = "w"."course_id"
                        and planned.subject_id = "w"."id"
                    )
                  )
                  and d.grader_id = a.person_id
                  and exists (
                    select
                    from
                      roster r
                      join courses c on c.id = r.course_id
                    where
                      r.course_id = a.course_id
                      and r.person_id = a.person_id
                      and (
                        r.role = 'instructor'
                        or (
                          r.role = 'assistant'
                          and 'grade' = any (c.assistants_may)
                        )
                      )
                  )
                group by
                  w.name
              ) of_kind
            where
              a.kind in ('grading_assigned')
            union all
            select
              about
            from
              (
                select
                  jsonb_build_object('name', w.name, 'assignment', w.id, 'group', g.name) as about
                from
                  submissions s
                  join assignments w on w.course_id = s.course_id
                  and w.id = s.assignment_id
                  and (
                    "w"."publish_at" is not null
                    and "w"."deleted_at" is null
                    and not exists (
                      select
                      from
                        publications planned
                      where
                        planned.course_id = "w"."course_id"
                        and planned.subject_id = "w"."id"
                    )
                  )
                  join groups g on g.course_id = s.course_id
                  and g.id = s.owner_id
                where
                  s.course_id = a.course_id
                  and s.id = a.subject_id
              ) of_kind
            where
              a.kind in ('handed_in')
            union all
            select
              about
            from
              (
                select
                  jsonb_build_object('name', w.name, 'assignment', w.id, 'submission', q.submission_id) as about
                from
                  regrade_requests q
                  join assignments w on w.course_id = q.course_id
                  and w.id = q.assignment_id
                  and (
                    "w"."publish_at" is not null
                    and "w"."deleted_at" is null
                    and not exists (
                      select
                      from
                        publications planned
                      where
                        planned.course_id = "w"."course_id"
                        and planned.subject_id = "w"."id"
                    )
                  )
                  join feedback f on f.course_id = q.course_id
                  and f.submission_id = q.submission_id
                  and f.show
                where
                  q.course_id = a.course_id
                  and q.id = a.subject_id
                  and case a.kind
                    when 'regrade_asked' then exists (
                      select
                      from
                        roster r
                        join courses c on c.id = r.course_id
                      where
                        r.course_id = a.course_id
                        and r.person_id = a.person_id
                        and (
                          r.role = 'instructor'
                          or (
                            r.role = 'assistant'
                            and 'grade' = any (c.assistants_may)
                          )
                        )
                    )
                    else q.answered_at is not null
                  end
              ) of_kind
            where
              a.kind in ('regrade_asked', 'regrade_answered')
            union all
            select
              about
            from
              (
                select
                  jsonb_build_object('group', g.name, 'grouping', k.id) as about
                from
                  groups g
                  join groupings k on k.course_id = g.course_id
                  and k.id = g.grouping_id
                  and (
                    k.deleted_at is null
                    and coalesce(
                      (
                        select
                          true
                        from
                          groupings o
                        where
                          o.course_id = k.course_id
                          and o.id = k.id
                          and (
                            "o"."publish_at" is not null
                            and "o"."deleted_at" is null
                            and not exists (
                              select
                              from
                                publications planned
                              where
                                planned.course_id = "o"."course_id"
                                and planned.subject_id = "o"."id"
                            )
                          )
                      ),
                      (
                        select
                          true
                        from
                          assignments w
                        where
                          w.course_id = k.course_id
                          and w.grouping_id = k.id
                          and (
                            "w"."publish_at" is not null
                            and "w"."deleted_at" is null
                            and not exists (
                              select
                              from
                                publications planned
                              where
                                planned.course_id = "w"."course_id"
                                and planned.subject_id = "w"."id"
                            )
                          )
                        limit
                          1
                      ),
                      false
                    )
                  )
                where
                  g.course_id = a.course_id
                  and g.id = a.subject_id
                  and (
                    a.kind = 'left_group'
                    or exists (
                      select
                      from
                        group_members m
                      where
                        m.course_id = g.course_id
                        and m.group_id = g.id
                        and m.person_id = a.person_id
                    )
                    or exists (
                      select
                      from
                        group_leavers l
                      where
                        l.course_id = g.course_id
                        and l.group_id = g.id
                        and l.person_id = a.person_id
                    )
                  )
              ) of_kind
            where
              a.kind in ('added_to_group', 'left_group')
            union all
            select
              about
            from
              (
                select
                  jsonb_build_object('name', s.title) as about
                from
                  messages s
                where
                  s.course_id = a.course_id
                  and s.id = a.subject_id
              ) of_kind
            where
              a.kind in ('message_sent')
          ) subject
        where
          a.course_id = r.course_id
          and a.person_id = r.person_id
          and a.created_at > $4::timestamptz
          and a.created_at >= coalesce(m.read_at + interval '1 millisecond', '-infinity')
          and not exists (
            select
            from
              notification_reads n
            where
              n.person_id = r.person_id
              and n.activity_id = a.id
          )
        limit
          100
      ) a
    where
      r.person_id = $5::uuid
  ) as own;


-- home: upcoming

with
  r as materialized (
    select
      r.*,
      (
        exists (
          select
          from
            assignments a
          where
            a.course_id = r.course_id
            and a.deleted_at is null
            and a.due_at >= $1::timestamptz - coalesce(
              (
                select
                  max((g.extra_days + 1) * interval '1 day' + 10080 * (g.time_percent - 100) / 100 * interval '1 minute')
                from
                  accommodations g
                where
                  g.course_id = r.course_id
              ),
              interval '0'
            ) - case
              when exists (
                select
                from
                  exceptions m
                where
                  m.course_id = r.course_id
              ) then 10080
              else 0
            end * interval '1 minute'
        )
        or exists (
          select
          from
            exceptions e
          where
            e.course_id = r.course_id
            and e.due_at >= $2::timestamptz - coalesce(
              (
                select
                  max((g.extra_days + 1) * interval '1 day' + 10080 * (g.time_percent - 100) / 100 * interval '1 minute')
                from
                  accommodations g
                where
                  g.course_id = r.course_id
              ),
              interval '0'
            )
        )
      ) as ahead
    from
      roster r
    where
      r.person_id = $3::uuid
  )
select
  r.course_id as "courseId",
  case r.role
    when 'student' then 'student'
    else 'staff'
  end as audience,
  (
    select
      json_build_object(
        'people',
        v.people,
        'materials',
        v.materials,
        'work',
        v.work,
        'scores',
        v.scores,
        'activity',
        v.activity
      )
    from
      course_versions v
    where
      v.course_id = r.course_id
  ) as versions,
  r.role,
  case
    when r.ahead then (
      select
        string_agg(assignment_id::text, ',')
      from
        (
          select distinct
            assignment_id
          from
            submission_people
          where
            course_id = r.course_id
            and person_id = r.person_id
        ) handed_in
    )
  end as submitted,
  case
    when r.ahead then case
      when coalesce(
        (
          select
            true
          from
            exceptions t
          where
            t.course_id = r.course_id
          limit
            1
        ),
        (
          select
            true
          from
            accommodations t
          where
            t.course_id = r.course_id
          limit
            1
        ),
        false
      ) then (
        select
          json_agg(f)
        from
          (
            select
              w.grouping_id,
              given.*
            from
              (
                select
                  null::uuid as grouping_id,
                  null::uuid as group_id,
                  r.person_id,
                  r.section
                union all
                select
                  fellow.grouping_id,
                  fellow.group_id,
                  fellow.person_id,
                  place.section
                from
                  group_members m
                  join group_members fellow on fellow.course_id = m.course_id
                  and fellow.group_id = m.group_id
                  join roster place on place.course_id = fellow.course_id
                  and place.person_id = fellow.person_id
                where
                  m.course_id = r.course_id
                  and m.person_id = r.person_id
                  and (
                    fellow.accepted_at is not null
                    or fellow.person_id = r.person_id
                  )
              ) w
              cross join lateral (
                select
                  w.person_id as person_id,
                  'person' as kind,
                  e.id,
                  e.assignment_id,
                  e.due_at,
                  e.closes_at,
                  e.extra_attempts,
                  e.extra_minutes,
                  100::smallint as time_percent,
                  0::smallint as extra_days
                from
                  exceptions e
                where
                  e.course_id = r.course_id
                  and true
                  and e.person_id = w.person_id
                union all
                select
                  w.person_id as person_id,
                  'section' as kind,
                  e.id,
                  e.assignment_id,
                  e.due_at,
                  e.closes_at,
                  e.extra_attempts,
                  e.extra_minutes,
                  100::smallint as time_percent,
                  0::smallint as extra_days
                from
                  exceptions e
                where
                  e.course_id = r.course_id
                  and true
                  and e.section = w.section
                union all
                select
                  null as person_id,
                  'group' as kind,
                  e.id,
                  e.assignment_id,
                  e.due_at,
                  e.closes_at,
                  e.extra_attempts,
                  e.extra_minutes,
                  100::smallint as time_percent,
                  0::smallint as extra_days
                from
                  exceptions e
                where
                  e.course_id = r.course_id
                  and true
                  and e.group_id = w.group_id
                union all
                select
                  w.person_id,
                  'accommodation',
                  null,
                  null,
                  null,
                  null,
                  0::smallint,
                  0::smallint,
                  own.time_percent,
                  own.extra_days
                from
                  accommodations own
                where
                  own.course_id = r.course_id
                  and own.person_id = w.person_id
                  and (
                    own.time_percent > 100
                    or own.extra_days > 0
                  )
              ) given
          ) f
      )
    end
  end as allowances
from
  r;

select
  e.*,
  c.id as course_id,
  c.code as course_code,
  c.name as course_name,
  c.img as course_image,
  (
    select
      json_build_object('id', f.id, 'filename', f.filename)
    from
      uploads f
    where
      f.id = c.picture_id
  ) as picture,
  c.zone
from
  courses c
  cross join lateral (
    (
      select
        'assignment' as type,
        a.id,
        a.name as title,
        a.due_at as datetime,
        '/course/' || a.course_id || '/assignments/' || a.id || '/preview' as location,
        '' as place,
        a.grouping_id,
        a.time_limit
      from
        assignments a
      where
        a.course_id = c.id
        and (
          "a"."publish_at" is not null
          and "a"."deleted_at" is null
          and not exists (
            select
            from
              publications planned
            where
              planned.course_id = "a"."course_id"
              and planned.subject_id = "a"."id"
          )
        )
        and (
          a.due_at >= $1
          or a.due_at is not null
          and greatest(
            a.due_at,
            (
              select
                max(coalesce(e.due_at, a.due_at + e.extra_minutes * interval '1 minute'))
              from
                exceptions e
              where
                e.course_id = a.course_id
                and e.assignment_id = a.id
            )
          ) + coalesce(
            (
              select
                max(
                  (g.extra_days + 1) * interval '1 day' + coalesce(a.time_limit, 0) * (g.time_percent - 100) / 100 * interval '1 minute'
                )
              from
                accommodations g
              where
                g.course_id = a.course_id
            ),
            interval '0'
          ) >= $2
        )
      order by
        a.due_at desc
      limit
        $3
    )
    union all
    (
      select
        'schedule',
        id,
        name,
        start_at,
        '/course/' || course_id || '/schedule',
        location,
        null,
        null
      from
        schedules
      where
        course_id = c.id
        and deleted_at is null
        and not cancelled
        and start_at >= $4
      order by
        start_at
      limit
        $5
    )
    union all
    (
      select
        'schedule',
        id,
        title,
        start_at,
        '/course/' || course_id || '/meeting/' || id || '/preview',
        '',
        null,
        null
      from
        meetings m
      where
        course_id = c.id
        and (
          "m"."publish_at" is not null
          and "m"."deleted_at" is null
          and not exists (
            select
            from
              publications planned
            where
              planned.course_id = "m"."course_id"
              and planned.subject_id = "m"."id"
          )
        )
        and start_at >= $6
      order by
        start_at
      limit
        $7
    )
  ) e
where
  c.id = any ($8)
  and c.archived_at is null;


-- home: my courses

select
  r.course_id as "courseId",
  case r.role
    when 'student' then 'student'
    else 'staff'
  end as audience,
  (
    select
      json_build_object(
        'people',
        v.people,
        'materials',
        v.materials,
        'work',
        v.work,
        'scores',
        v.scores,
        'activity',
        v.activity
      )
    from
      course_versions v
    where
      v.course_id = r.course_id
  ) as versions,
  row_number() over (
    order by
      c.academic_year desc,
      c.semester desc,
      c.code,
      c.id
  )::int as place
from
  roster r
  join courses c on c.id = r.course_id
where
  r.person_id = $1::uuid
order by
  place
limit
  500;

select
  c.id as course_id,
  c.name,
  c.code,
  c.img,
  (
    select
      json_build_object('id', f.id, 'filename', f.filename)
    from
      uploads f
    where
      f.id = c.picture_id
  ) as picture,
  c.cover,
  c.archived_at is not null as archived,
  c.mooc,
  c.academic_year,
  c.semester,
  (
    select
      coalesce(
        json_agg(
          json_strip_nulls(json_build_object('first', p.first, 'last', p.last))
          order by
            i.position,
            p.last,
            p.id
        ),
        '[]'
      )
    from
      roster i
      join people p on p.id = i.person_id
    where
      i.course_id = c.id
      and i.role = 'instructor'
      and p.removed_at is null
  ) as instructors
from
  courses c
where
  c.id = any ($1);


-- course home: course

select
  r.role,
  r.section,
  c.assistants_may,
  c.archived_at is not null as archived,
  (
    select
      json_build_object(
        'people',
        v.people,
        'materials',
        v.materials,
        'work',
        v.work,
        'scores',
        v.scores,
        'activity',
        v.activity
      )
    from
      course_versions v
    where
      v.course_id = r.course_id
  ) as versions
from
  roster r
  join courses c on c.id = r.course_id
where
  r.course_id = $1::uuid
  and r.person_id = $2::uuid;

select
  c.id,
  c.name_short,
  c.name,
  c.code,
  c.img,
  (
    select
      json_build_object('id', f.id, 'filename', f.filename)
    from
      uploads f
    where
      f.id = c.picture_id
  ) as picture,
  c.cover,
  c.tabs,
  c.zone,
  c.archived_at is not null as archived,
  c.objectives,
  c.contact_facebook,
  c.contact_team,
  c.contact_echo,
  (
    select
      coalesce(
        json_agg(
          json_strip_nulls(
            json_build_object('title', i.title, 'first', p.first, 'last', p.last, 'role', i.role, 'img', p.img, 'email', p.email)
          )
          order by
            i.position,
            p.last,
            p.id
        ),
        '[]'
      )
    from
      roster i
      join people p on p.id = i.person_id
    where
      i.course_id = c.id
      and i.role = 'instructor'
      and p.removed_at is null
  ) as instructors,
  (
    select
      coalesce(
        json_agg(
          json_build_object('_id', m.person_id)
          order by
            m.person_id
        ),
        '[]'
      )
    from
      (
        select
          r.person_id
        from
          roster r
          join people p on p.id = r.person_id
        where
          r.course_id = c.id
          and p.removed_at is null
        order by
          r.person_id
        limit
          $1
      ) m
  ) as roster
from
  courses c
where
  c.id = $2;


-- course home: announcements

select
  r.role,
  r.section,
  c.assistants_may,
  c.archived_at is not null as archived,
  (
    select
      json_build_object(
        'people',
        v.people,
        'materials',
        v.materials,
        'work',
        v.work,
        'scores',
        v.scores,
        'activity',
        v.activity
      )
    from
      course_versions v
    where
      v.course_id = r.course_id
  ) as versions
from
  roster r
  join courses c on c.id = r.course_id
where
  r.course_id = $1::uuid
  and r.person_id = $2::uuid;

select
  "a"."id",
  "a"."title",
  "a"."content",
  "a"."publish_at",
  "a"."created_at",
  "a"."section",
  "a"."pinned",
  "a"."revision",
  case
    when "u"."id" is not null then json_strip_nulls(
      json_build_object('_id', u.id, 'first', u.first, 'last', u.last, 'img', u.img, 'email', u.email, 'role', r.role)
    )
  end as "author",
  coalesce(
    (
      select
        json_agg(json_build_object('id', f.id, 'filename', f.filename))
      from
        "announcement_pictures" p
        join uploads f on f.id = p.upload_id
      where
        p.course_id = "a"."course_id"
        and p."announcement_id" = "a"."id"
    ),
    '[]'
  ) as "pictures"
from
  "announcements" as "a"
  left join "people" as "u" on "u"."id" = "a"."author_id"
  and "u"."removed_at" is null
  left join "roster" as "r" on "r"."person_id" = "u"."id"
  and "r"."course_id" = $1
where
  "a"."course_id" = $2
  and "a"."deleted_at" is null
  and (
    "a"."publish_at" is not null
    and "a"."deleted_at" is null
    and not exists (
      select
      from
        publications planned
      where
        planned.course_id = "a"."course_id"
        and planned.subject_id = "a"."id"
    )
  )
  and (
    "a"."section" is null
    or "a"."section" = $3
  )
order by
  "a"."pinned" desc,
  "a"."publish_at" desc,
  "a"."created_at" desc,
  "a"."id" desc
limit
  $4;


-- course home: schedules

select
  r.role,
  r.section,
  c.assistants_may,
  c.archived_at is not null as archived,
  (
    select
      json_build_object(
        'people',
        v.people,
        'materials',
        v.materials,
        'work',
        v.work,
        'scores',
        v.scores,
        'activity',
        v.activity
      )
    from
      course_versions v
    where
      v.course_id = r.course_id
  ) as versions,
  (
    select
      coalesce(json_object_agg(schedule_id, code), '{}')
    from
      (
        select
          schedule_id,
          code,
          excused
        from
          attendance
        where
          course_id = r.course_id
          and person_id = r.person_id
          and code is not null
        union all
        select
          m.schedule_id,
          m.code,
          false
        from
          attendance_marks m
        where
          m.course_id = r.course_id
          and m.person_id = r.person_id
          and not exists (
            select
            from
              attendance a
            where
              a.course_id = m.course_id
              and a.person_id = m.person_id
              and a.schedule_id = m.schedule_id
              and (
                a.code is not null
                or a.recorded_at >= m.marked_at
              )
          )
      ) taken
    where
      code is not null
  ) as attendance,
  (
    select
      coalesce(json_agg(schedule_id), '[]')
    from
      attendance
    where
      course_id = r.course_id
      and person_id = r.person_id
      and excused
  ) as excused,
  (
    select
      coalesce(json_agg(schedule_id), '[]')
    from
      attendance_codes
    where
      course_id = r.course_id
      and closes_at > $1::timestamptz
  ) as open
from
  roster r
  join courses c on c.id = r.course_id
where
  r.course_id = $2::uuid
  and r.person_id = $3::uuid;

select
  "id",
  "name",
  "location",
  "start_at",
  "end_at",
  "cancelled",
  "series_id",
  "revision",
  "moved_from",
  "moved_from_location"
from
  "schedules"
where
  "course_id" = $1
  and "deleted_at" is null
order by
  "start_at",
  "id"
limit
  $2;


-- course home: activity

select
  r.role,
  r.section,
  c.assistants_may,
  c.archived_at is not null as archived,
  (
    select
      json_build_object(
        'people',
        v.people,
        'materials',
        v.materials,
        'work',
        v.work,
        'scores',
        v.scores,
        'activity',
        v.activity
      )
    from
      course_versions v
    where
      v.course_id = r.course_id
  ) as versions,
  (
    select
      coalesce(json_agg(a), '[]')
    from
      (
        select
          c.id as course_id,
          c.name as course_name,
          a.id,
          a.created_at,
          a.kind,
          a.subject_id,
          a.params || a.about as params
        from
          (
            select
              a.*,
              subject.about
            from
              activity a
              cross join lateral (
                select
                  about
                from
                  (
                    select
                      jsonb_build_object('name', w.name, 'assignment', w.id) || case
                        when s.attempt > 1 then jsonb_build_object('attempt', s.attempt)
                        else '{}'
                      end as about
                    from
                      submissions s
                      join assignments w on w.course_id = s.course_id
                      and w.id = s.assignment_id
                      and (
                        "w"."publish_at" is not null
                        and "w"."deleted_at" is null
                        and not exists (
                          select
                          from
                            publications planned
                          where
                            planned.course_id = "w"."course_id"
                            and planned.subject_id = "w"."id"
                        )
                      )
                      join feedback f on f.course_id = s.course_id
                      and f.submission_id = s.id
                      and f.show
                    where
                      s.course_id = a.course_id
                      and s.id = a.subject_id
                  ) of_kind
                where
                  a.kind in ('graded')
                union all
                select
                  about
                from
                  (
                    select
                      jsonb_build_object('name', s.name) as about
                    from
                      gradables s
                      join scores k on k.course_id = s.course_id
                      and k.gradable_id = s.id
                      and k.person_id = a.person_id
                    where
                      s.course_id = a.course_id
                      and s.id = a.subject_id
                      and s.released
                      and s.deleted_at is null
                      and k.score is not null
                  ) of_kind
                where
                  a.kind in ('scored')
                union all
                select
                  about
                from
                  (
                    select
                      '{}'::jsonb as about
                  ) of_kind
                where
                  a.kind in ('final_grades_released')
                union all
                select
                  about
                from
                  (
                    select
                      jsonb_build_object('name', w.name) as about
                    from
                      assignments w
                    where
                      w.course_id = a.course_id
                      and w.id = a.subject_id
                      and (
                        "w"."publish_at" is not null
                        and "w"."deleted_at" is null
                        and not exists (
                          select
                          from
                            publications planned
                          where
                            planned.course_id = "w"."course_id"
                            and planned.subject_id = "w"."id"
                        )
                      )
                      and exists (
                        select
                        from
                          exceptions e
                        where
                          e.course_id = w.course_id
                          and e.assignment_id = w.id
                          and (
                            e.person_id = a.person_id
                            or e.section = (
                              select
                                r.section
                              from
                                roster r
                              where
                                r.course_id = w.course_id
                                and r.person_id = a.person_id
                            )
                            or e.group_id in (
                              select
                                m.group_id
                              from
                                group_members m
                              where
                                m.course_id = w.course_id
                                and m.person_id = a.person_id
                            )
                          )
                      )
                  ) of_kind
                where
                  a.kind in ('exception_given')
                union all
                select
                  about
                from
                  (
                    select
                      jsonb_build_object('name', w.name, 'grader', a.person_id, 'count', count(*)) as about
                    from
                      assignments w
                      join divisions d on d.course_id = w.course_id
                      and d.assignment_id = w.id
                    where
                      w.course_id = a.course_id
                      and w.id = a.subject_id
                      and (
                        "w"."publish_at" is not null
                        and "w"."deleted_at" is null
                        and not exists (
                          select
                          from
                            publications planned
                          where
                            planned.course_id = "w"."course_id"
                            and planned.subject_id = "w"."id"
                        )
                      )
                      and d.grader_id = a.person_id
                      and exists (
                        select
                        from
                          roster r
                          join courses c on c.id = r.course_id
                        where
                          r.course_id = a.course_id
                          and r.person_id = a.person_id
                          and (
                            r.role = 'instructor'
                            or (
                              r.role = 'assistant'
                              and 'grade' = any (c.assistants_may)
                            )
                          )
                      )
                    group by
                      w.name
                  ) of_kind
                where
                  a.kind in ('grading_assigned')
                union all
                select
                  about
                from
                  (
                    select
                      jsonb_build_object('name', w.name, 'assignment', w.id, 'group', g.name) as about
                    from
                      submissions s
                      join assignments w on w.course_id = s.course_id
                      and w.id = s.assignment_id
                      and (
                        "w"."publish_at" is not null
                        and "w"."deleted_at" is null
                        and not exists (
                          select
                          from
                            publications planned
                          where
                            planned.course_id = "w"."course_id"
                            and planned.subject_id = "w"."id"
                        )
                      )
                      join groups g on g.course_id = s.course_id
                      and g.id = s.owner_id
                    where
                      s.course_id = a.course_id
                      and s.id = a.subject_id
                  ) of_kind
                where
                  a.kind in ('handed_in')
                union all
                select
                  about
                from
                  (
                    select
                      jsonb_build_object('name', w.name, 'assignment', w.id, 'submission', q.submission_id) as about
                    from
                      regrade_requests q
                      join assignments w on w.course_id = q.course_id
                      and w.id = q.assignment_id
                      and (
                        "w"."publish_at" is not null
                        and "w"."deleted_at" is null
                        and not exists (
                          select
                          from
                            publications planned
                          where
                            planned.course_id = "w"."course_id"
                            and planned.subject_id = "w"."id"
                        )
                      )
                      join feedback f on f.course_id = q.course_id
                      and f.submission_id = q.submission_id
                      and f.show
                    where
                      q.course_id = a.course_id
                      and q.id = a.subject_id
                      and case a.kind
                        when 'regrade_asked' then exists (
                          select
                          from
                            roster r
                            join courses c on c.id = r.course_id
                          where
                            r.course_id = a.course_id
                            and r.person_id = a.person_id
                            and (
                              r.role = 'instructor'
                              or (
                                r.role = 'assistant'
                                and 'grade' = any (c.assistants_may)
                              )
                            )
                        )
                        else q.answered_at is not null
                      end
                  ) of_kind
                where
                  a.kind in ('regrade_asked', 'regrade_answered')
                union all
                select
                  about
                from
                  (
                    select
                      jsonb_build_object('group', g.name, 'grouping', k.id) as about
                    from
                      groups g
                      join groupings k on k.course_id = g.course_id
                      and k.id = g.grouping_id
                      and (
                        k.deleted_at is null
                        and coalesce(
                          (
                            select
                              true
                            from
                              groupings o
                            where
                              o.course_id = k.course_id
                              and o.id = k.id
                              and (
                                "o"."publish_at" is not null
                                and "o"."deleted_at" is null
                                and not exists (
                                  select
                                  from
                                    publications planned
                                  where
                                    planned.course_id = "o"."course_id"
                                    and planned.subject_id = "o"."id"
                                )
                              )
                          ),
                          (
                            select
                              true
                            from
                              assignments w
                            where
                              w.course_id = k.course_id
                              and w.grouping_id = k.id
                              and (
                                "w"."publish_at" is not null
                                and "w"."deleted_at" is null
                                and not exists (
                                  select
                                  from
                                    publications planned
                                  where
                                    planned.course_id = "w"."course_id"
                                    and planned.subject_id = "w"."id"
                                )
                              )
                            limit
                              1
                          ),
                          false
                        )
                      )
                    where
                      g.course_id = a.course_id
                      and g.id = a.subject_id
                      and (
                        a.kind = 'left_group'
                        or exists (
                          select
                          from
                            group_members m
                          where
                            m.course_id = g.course_id
                            and m.group_id = g.id
                            and m.person_id = a.person_id
                        )
                        or exists (
                          select
                          from
                            group_leavers l
                          where
                            l.course_id = g.course_id
                            and l.group_id = g.id
                            and l.person_id = a.person_id
                        )
                      )
                  ) of_kind
                where
                  a.kind in ('added_to_group', 'left_group')
                union all
                select
                  about
                from
                  (
                    select
                      jsonb_build_object('name', s.title) as about
                    from
                      messages s
                    where
                      s.course_id = a.course_id
                      and s.id = a.subject_id
                  ) of_kind
                where
                  a.kind in ('message_sent')
              ) subject
            where
              a.course_id = r.course_id
              and a.person_id = r.person_id
              and a.created_at > $1::timestamptz
            order by
              a.created_at desc,
              a.id desc
            limit
              100
          ) a
          join courses c on c.id = a.course_id
        order by
          a.created_at desc,
          a.id desc
      ) a
  ) as events
from
  roster r
  join courses c on c.id = r.course_id
where
  r.course_id = $2::uuid
  and r.person_id = $3::uuid;


-- contents

select
  r.role,
  r.section,
  c.assistants_may,
  c.archived_at is not null as archived,
  (
    select
      json_build_object(
        'people',
        v.people,
        'materials',
        v.materials,
        'work',
        v.work,
        'scores',
        v.scores,
        'activity',
        v.activity
      )
    from
      course_versions v
    where
      v.course_id = r.course_id
  ) as versions
from
  roster r
  join courses c on c.id = r.course_id
where
  r.course_id = $1::uuid
  and r.person_id = $2::uuid;

select
  c.id,
  c.parent_id,
  c.name,
  c.description,
  c.uploaded_at,
  c.updated_at,
  c.publish_at,
  c.revision,
  c.page is not null as is_page,
  case
    when u.id is not null then json_build_object('id', u.id, 'filename', u.filename, 'media_type', u.media_type, 'bytes', u.bytes)
  end as file
from
  contents c
  left join uploads u on u.id = c.upload_id
where
  c.course_id = $1
  and (
    "c"."publish_at" is not null
    and "c"."deleted_at" is null
    and not exists (
      select
      from
        publications planned
      where
        planned.course_id = "c"."course_id"
        and planned.subject_id = "c"."id"
    )
  )
order by
  c.parent_id,
  c.position,
  c.uploaded_at desc,
  c.id desc
limit
  $2;


-- assignments

select
  r.role,
  r.section,
  c.assistants_may,
  c.archived_at is not null as archived,
  (
    select
      json_build_object(
        'people',
        v.people,
        'materials',
        v.materials,
        'work',
        v.work,
        'scores',
        v.scores,
        'activity',
        v.activity
      )
    from
      course_versions v
    where
      v.course_id = r.course_id
  ) as versions,
  (
    select
      coalesce(json_object_agg(g.grouping_id, json_build_object('id', g.id, 'name', g.name)), '{}')
    from
      group_members m
      join groups g on g.course_id = m.course_id
      and g.id = m.group_id
    where
      m.course_id = r.course_id
      and m.person_id = r.person_id
  ) as groups,
  (
    select
      coalesce(
        json_agg(
          json_build_object(
            'assignment_id',
            s.assignment_id,
            'submitted_at',
            s.submitted_at,
            'feedback',
            (
              select
                case
                  when f.grade is null then json_build_object('score', o.score, 'show', f.show, 'comment', f.comment)
                  else json_build_object('score', o.score, 'show', f.show, 'comment', f.comment, 'grade', f.grade)
                end
              from
                feedback f
                cross join lateral (
                  select
                    coalesce((f.members -> ((r.person_id)::text) ->> 'score')::numeric, f.score) as score
                ) o
              where
                f.course_id = s.course_id
                and f.submission_id = s.id
                and f.show
            ),
            'of_group',
            case
              when s.owner_id <> r.person_id then s.id
            end
          )
        ),
        '[]'
      )
    from
      (
        select distinct
          on (n.assignment_id) s.course_id,
          s.id,
          s.assignment_id,
          s.submitted_at,
          s.owner_id
        from
          submission_people n
          join submissions s on s.course_id = n.course_id
          and s.id = n.submission_id
        where
          n.course_id = r.course_id
          and n.person_id = r.person_id
        order by
          n.assignment_id,
          exists (
            select
            from
              assignments b
              left join group_members o on o.course_id = b.course_id
              and o.grouping_id = b.grouping_id
              and o.person_id = n.person_id
            where
              b.course_id = s.course_id
              and b.id = s.assignment_id
              and s.owner_id = case
                when b.grouping_id is null then n.person_id
                else o.group_id
              end
          ) desc,
          s.attempt desc,
          s.submitted_at desc
      ) s
  ) as latest,
  (
    select
      string_agg(d.assignment_id::text, ',')
    from
      drafts d
    where
      d.course_id = r.course_id
      and jsonb_path_exists(d.fields, '$.*.value ? (@ like_regex "\\S")')
      and d.owner_id in (
        select
          r.person_id
        union all
        select
          m.group_id
        from
          group_members m
        where
          m.course_id = r.course_id
          and m.person_id = r.person_id
      )
  ) as typed,
  case
    when coalesce(
      (
        select
          true
        from
          exceptions t
        where
          t.course_id = r.course_id
        limit
          1
      ),
      (
        select
          true
        from
          accommodations t
        where
          t.course_id = r.course_id
        limit
          1
      ),
      false
    ) then (
      select
        json_agg(f)
      from
        (
          select
            w.grouping_id,
            given.*
          from
            (
              select
                null::uuid as grouping_id,
                null::uuid as group_id,
                r.person_id,
                r.section
              union all
              select
                fellow.grouping_id,
                fellow.group_id,
                fellow.person_id,
                place.section
              from
                group_members m
                join group_members fellow on fellow.course_id = m.course_id
                and fellow.group_id = m.group_id
                join roster place on place.course_id = fellow.course_id
                and place.person_id = fellow.person_id
              where
                m.course_id = r.course_id
                and m.person_id = r.person_id
                and (
                  fellow.accepted_at is not null
                  or fellow.person_id = r.person_id
                )
            ) w
            cross join lateral (
              select
                w.person_id as person_id,
                'person' as kind,
                e.id,
                e.assignment_id,
                e.due_at,
                e.closes_at,
                e.extra_attempts,
                e.extra_minutes,
                100::smallint as time_percent,
                0::smallint as extra_days
              from
                exceptions e
              where
                e.course_id = r.course_id
                and true
                and e.person_id = w.person_id
              union all
              select
                w.person_id as person_id,
                'section' as kind,
                e.id,
                e.assignment_id,
                e.due_at,
                e.closes_at,
                e.extra_attempts,
                e.extra_minutes,
                100::smallint as time_percent,
                0::smallint as extra_days
              from
                exceptions e
              where
                e.course_id = r.course_id
                and true
                and e.section = w.section
              union all
              select
                null as person_id,
                'group' as kind,
                e.id,
                e.assignment_id,
                e.due_at,
                e.closes_at,
                e.extra_attempts,
                e.extra_minutes,
                100::smallint as time_percent,
                0::smallint as extra_days
              from
                exceptions e
              where
                e.course_id = r.course_id
                and true
                and e.group_id = w.group_id
              union all
              select
                w.person_id,
                'accommodation',
                null,
                null,
                null,
                null,
                0::smallint,
                0::smallint,
                own.time_percent,
                own.extra_days
              from
                accommodations own
              where
                own.course_id = r.course_id
                and own.person_id = w.person_id
                and (
                  own.time_percent > 100
                  or own.extra_days > 0
                )
            ) given
        ) f
    )
  end as allowances
from
  roster r
  join courses c on c.id = r.course_id
where
  r.course_id = $1::uuid
  and r.person_id = $2::uuid;

select
  a.id,
  a.name,
  a.publish_at,
  a.due_at,
  a.closes_at,
  a.attempts_allowed,
  a.time_limit,
  c.late_rule,
  c.zone,
  a.score,
  a.counts,
  a.grouping_id,
  coalesce(k.name, '') as grouping,
  a.revision
from
  assignments a
  join courses c on c.id = a.course_id
  left join groupings k on k.course_id = a.course_id
  and k.id = a.grouping_id
where
  a.course_id = $1
  and (
    "a"."publish_at" is not null
    and "a"."deleted_at" is null
    and not exists (
      select
      from
        publications planned
      where
        planned.course_id = "a"."course_id"
        and planned.subject_id = "a"."id"
    )
  )
order by
  a.due_at nulls last,
  a.id
limit
  $2;


-- assignments: due

select
  r.role,
  r.section,
  c.assistants_may,
  c.archived_at is not null as archived,
  (
    select
      json_build_object(
        'people',
        v.people,
        'materials',
        v.materials,
        'work',
        v.work,
        'scores',
        v.scores,
        'activity',
        v.activity
      )
    from
      course_versions v
    where
      v.course_id = r.course_id
  ) as versions,
  case
    when true then (
      select
        string_agg(assignment_id::text, ',')
      from
        (
          select distinct
            assignment_id
          from
            submission_people
          where
            course_id = r.course_id
            and person_id = r.person_id
        ) handed_in
    )
  end as submitted,
  case
    when coalesce(
      (
        select
          true
        from
          exceptions t
        where
          t.course_id = r.course_id
        limit
          1
      ),
      (
        select
          true
        from
          accommodations t
        where
          t.course_id = r.course_id
        limit
          1
      ),
      false
    ) then (
      select
        json_agg(f)
      from
        (
          select
            w.grouping_id,
            given.*
          from
            (
              select
                null::uuid as grouping_id,
                null::uuid as group_id,
                r.person_id,
                r.section
              union all
              select
                fellow.grouping_id,
                fellow.group_id,
                fellow.person_id,
                place.section
              from
                group_members m
                join group_members fellow on fellow.course_id = m.course_id
                and fellow.group_id = m.group_id
                join roster place on place.course_id = fellow.course_id
                and place.person_id = fellow.person_id
              where
                m.course_id = r.course_id
                and m.person_id = r.person_id
                and (
                  fellow.accepted_at is not null
                  or fellow.person_id = r.person_id
                )
            ) w
            cross join lateral (
              select
                w.person_id as person_id,
                'person' as kind,
                e.id,
                e.assignment_id,
                e.due_at,
                e.closes_at,
                e.extra_attempts,
                e.extra_minutes,
                100::smallint as time_percent,
                0::smallint as extra_days
              from
                exceptions e
              where
                e.course_id = r.course_id
                and true
                and e.person_id = w.person_id
              union all
              select
                w.person_id as person_id,
                'section' as kind,
                e.id,
                e.assignment_id,
                e.due_at,
                e.closes_at,
                e.extra_attempts,
                e.extra_minutes,
                100::smallint as time_percent,
                0::smallint as extra_days
              from
                exceptions e
              where
                e.course_id = r.course_id
                and true
                and e.section = w.section
              union all
              select
                null as person_id,
                'group' as kind,
                e.id,
                e.assignment_id,
                e.due_at,
                e.closes_at,
                e.extra_attempts,
                e.extra_minutes,
                100::smallint as time_percent,
                0::smallint as extra_days
              from
                exceptions e
              where
                e.course_id = r.course_id
                and true
                and e.group_id = w.group_id
              union all
              select
                w.person_id,
                'accommodation',
                null,
                null,
                null,
                null,
                0::smallint,
                0::smallint,
                own.time_percent,
                own.extra_days
              from
                accommodations own
              where
                own.course_id = r.course_id
                and own.person_id = w.person_id
                and (
                  own.time_percent > 100
                  or own.extra_days > 0
                )
            ) given
        ) f
    )
  end as allowances
from
  roster r
  join courses c on c.id = r.course_id
where
  r.course_id = $1::uuid
  and r.person_id = $2::uuid;


-- worksheet

select
  r.role,
  r.section,
  c.assistants_may,
  c.archived_at is not null as archived,
  (
    select
      json_build_object(
        'people',
        v.people,
        'materials',
        v.materials,
        'work',
        v.work,
        'scores',
        v.scores,
        'activity',
        v.activity
      )
    from
      course_versions v
    where
      v.course_id = r.course_id
  ) as versions,
  (
    select
      json_build_object(
        'group',
        coalesce(g.name, k.name, ''),
        'owner_id',
        case
          when a.grouping_id is null then r.person_id::uuid
          else m.group_id
        end,
        'used',
        (
          select
            coalesce(max(s.attempt), 0)
          from
            submissions s
          where
            s.course_id = a.course_id
            and s.assignment_id = a.id
            and s.owner_id = case
              when a.grouping_id is null then r.person_id::uuid
              else m.group_id
            end
        ),
        'drafter_id',
        coalesce(m.group_id, r.person_id),
        'begun',
        case
          when a.time_limit is not null then (
            select
              b.started_at
            from
              attempt_starts b
            where
              b.course_id = a.course_id
              and b.assignment_id = a.id
              and b.owner_id = case
                when a.grouping_id is null then r.person_id::uuid
                else m.group_id
              end
              and b.attempt = (
                select
                  coalesce(max(s.attempt), 0)
                from
                  submissions s
                where
                  s.course_id = a.course_id
                  and s.assignment_id = a.id
                  and s.owner_id = case
                    when a.grouping_id is null then r.person_id::uuid
                    else m.group_id
                  end
              ) + 1
          )
        end,
        'others',
        case
          when a.time_limit is null then '[]'
          else (
            select
              coalesce(json_agg(o.person_id), '[]')
            from
              group_members o
            where
              o.course_id = m.course_id
              and o.group_id = m.group_id
              and o.person_id <> r.person_id
          )
        end,
        'invitation',
        case
          when m.person_id is not null
          and m.accepted_at is null then json_build_object(
            'grouping_id',
            g.grouping_id,
            'group_id',
            g.id,
            'group_name',
            g.name,
            'invited_by',
            coalesce(
              (
                select
                  case
                    when u.removed_at is null then trim(u.first || ' ' || u.last)
                    else ''
                  end
                from
                  people u
                where
                  u.id = g.created_by
              ),
              ''
            ),
            'submitted',
            (
              select
                coalesce(
                  json_agg(
                    json_build_object('assignment_name', d.name, 'datetime', d.at)
                    order by
                      d.at,
                      d.id
                  ),
                  '[]'
                )
              from
                (
                  select
                    a.id,
                    a.name,
                    max(s.submitted_at) as at
                  from
                    submissions s
                    join assignments a on a.course_id = s.course_id
                    and a.id = s.assignment_id
                  where
                    s.course_id = g.course_id
                    and s.owner_id = g.id
                    and (
                      "a"."publish_at" is not null
                      and "a"."deleted_at" is null
                      and not exists (
                        select
                        from
                          publications planned
                        where
                          planned.course_id = "a"."course_id"
                          and planned.subject_id = "a"."id"
                      )
                    )
                  group by
                    a.id,
                    a.name
                  order by
                    at desc
                  limit
                    $1::integer
                ) d
            )
          )
        end,
        'allowances',
        case
          when coalesce(
            (
              select
                true
              from
                exceptions t
              where
                t.course_id = a.course_id
              limit
                1
            ),
            (
              select
                true
              from
                accommodations t
              where
                t.course_id = a.course_id
              limit
                1
            ),
            false
          ) then (
            select
              json_agg(f)
            from
              (
                select
                  w.grouping_id,
                  given.*
                from
                  (
                    select
                      null::uuid as grouping_id,
                      null::uuid as group_id,
                      coalesce(m.group_id, r.person_id) as person_id,
                      coalesce(
                        (
                          select
                            place.section
                          from
                            roster place
                          where
                            place.course_id = a.course_id
                            and place.person_id = coalesce(m.group_id, r.person_id)
                        ),
                        (
                          select
                            gone.section
                          from
                            roster_removed gone
                          where
                            gone.course_id = a.course_id
                            and gone.person_id = coalesce(m.group_id, r.person_id)
                        )
                      ) as section
                    union all
                    select
                      null,
                      fellow.group_id,
                      fellow.person_id,
                      place.section
                    from
                      group_members fellow
                      join roster place on place.course_id = fellow.course_id
                      and place.person_id = fellow.person_id
                    where
                      fellow.course_id = a.course_id
                      and fellow.group_id = coalesce(m.group_id, r.person_id)
                      and (
                        fellow.accepted_at is not null
                        or fellow.person_id = r.person_id
                      )
                  ) w
                  cross join lateral (
                    select
                      w.person_id as person_id,
                      'person' as kind,
                      e.id,
                      e.assignment_id,
                      e.due_at,
                      e.closes_at,
                      e.extra_attempts,
                      e.extra_minutes,
                      100::smallint as time_percent,
                      0::smallint as extra_days
                    from
                      exceptions e
                    where
                      e.course_id = a.course_id
                      and e.assignment_id = a.id
                      and e.person_id = w.person_id
                    union all
                    select
                      w.person_id as person_id,
                      'section' as kind,
                      e.id,
                      e.assignment_id,
                      e.due_at,
                      e.closes_at,
                      e.extra_attempts,
                      e.extra_minutes,
                      100::smallint as time_percent,
                      0::smallint as extra_days
                    from
                      exceptions e
                    where
                      e.course_id = a.course_id
                      and e.assignment_id = a.id
                      and e.section = w.section
                    union all
                    select
                      null as person_id,
                      'group' as kind,
                      e.id,
                      e.assignment_id,
                      e.due_at,
                      e.closes_at,
                      e.extra_attempts,
                      e.extra_minutes,
                      100::smallint as time_percent,
                      0::smallint as extra_days
                    from
                      exceptions e
                    where
                      e.course_id = a.course_id
                      and e.assignment_id = a.id
                      and e.group_id = w.group_id
                    union all
                    select
                      w.person_id,
                      'accommodation',
                      null,
                      null,
                      null,
                      null,
                      0::smallint,
                      0::smallint,
                      own.time_percent,
                      own.extra_days
                    from
                      accommodations own
                    where
                      own.course_id = a.course_id
                      and own.person_id = w.person_id
                      and (
                        own.time_percent > 100
                        or own.extra_days > 0
                      )
                  ) given
              ) f
          )
        end,
        'submission',
        (
          select
            json_build_object(
              'id',
              s.id,
              'owner_id',
              s.owner_id,
              'attempt',
              s.attempt,
              'submitted_at',
              s.submitted_at,
              'digest',
              s.digest,
              'response',
              s.response,
              'submitted_by',
              (
                select
                  case
                    when p.removed_at is null then trim(p.first || ' ' || p.last)
                    else ''
                  end
                from
                  people p
                where
                  p.id = s.submitted_by
              ),
              'files',
              (
                select
                  coalesce(
                    json_object_agg(
                      'file-' || f.slot_id || case
                        when f.n > 1 then '-' || f.n
                        else ''
                      end,
                      json_build_object('id', u.id, 'filename', u.filename)
                    ),
                    '{}'
                  )
                from
                  submission_files f
                  join uploads u on u.id = f.upload_id
                where
                  f.course_id = s.course_id
                  and f.submission_id = s.id
              ),
              'feedback',
              (
                select
                  case
                    when f.grade is null then json_build_object('score', o.score, 'show', f.show, 'comment', f.comment)
                    else json_build_object('score', o.score, 'show', f.show, 'comment', f.comment, 'grade', f.grade)
                  end
                from
                  feedback f
                  cross join lateral (
                    select
                      coalesce((f.members -> ((r.person_id)::text) ->> 'score')::numeric, f.score) as score
                  ) o
                where
                  f.course_id = s.course_id
                  and f.submission_id = s.id
                  and f.show
              )
            )
          from
            submission_people n
            join submissions s on s.course_id = n.course_id
            and s.id = n.submission_id
          where
            n.course_id = a.course_id
            and n.person_id = r.person_id
            and n.assignment_id = a.id
          order by
            exists (
              select
              from
                assignments b
                left join group_members o on o.course_id = b.course_id
                and o.grouping_id = b.grouping_id
                and o.person_id = n.person_id
              where
                b.course_id = s.course_id
                and b.id = s.assignment_id
                and s.owner_id = case
                  when b.grouping_id is null then n.person_id
                  else o.group_id
                end
            ) desc,
            s.attempt desc,
            s.submitted_at desc
          limit
            1
        )
      )
    from
      assignments a
      left join groupings k on k.course_id = a.course_id
      and k.id = a.grouping_id
      left join group_members m on m.course_id = a.course_id
      and m.grouping_id = a.grouping_id
      and m.person_id = r.person_id
      left join groups g on g.course_id = m.course_id
      and g.id = m.group_id
    where
      a.course_id = r.course_id
      and a.id = $2::uuid
      and a.deleted_at is null
  ) as mine
from
  roster r
  join courses c on c.id = r.course_id
where
  r.course_id = $3::uuid
  and r.person_id = $4::uuid;

select
  a.course_id,
  c.code || ' ' || c.name as course,
  a.id,
  a.name,
  a.description,
  a.publish_at,
  a.due_at,
  a.closes_at,
  a.attempts_allowed,
  a.time_limit,
  c.late_rule,
  c.zone,
  a.score,
  a.score_essay,
  a.score_questionset,
  a.score_file,
  a.has_text,
  a.counts,
  a.shuffle_questions,
  a.shuffle_options,
  a.grouping_id,
  a.revision,
  coalesce(
    (
      select
        json_agg(json_build_object('id', f.id, 'filename', f.filename))
      from
        "assignment_pictures" p
        join uploads f on f.id = p.upload_id
      where
        p.course_id = "a"."course_id"
        and p."assignment_id" = "a"."id"
    ),
    '[]'
  ) as pictures,
  coalesce(
    (
      select
        max(v.version)
      from
        sheet_versions v
      where
        v.course_id = a.course_id
        and v.assignment_id = a.id
    ),
    0
  ) as sheet_version,
  (
    select
      coalesce(
        json_agg(
          q
          order by
            q.position,
            q.id
        ),
        '[]'
      )
    from
      questions q
    where
      q.course_id = a.course_id
      and q.assignment_id = a.id
  ) as questions,
  (
    select
      coalesce(
        json_agg(
          t
          order by
            t.position,
            t.id
        ),
        '[]'
      )
    from
      question_sets t
    where
      t.course_id = a.course_id
      and t.assignment_id = a.id
  ) as sets,
  (
    select
      coalesce(
        json_agg(
          l
          order by
            l.position,
            l.id
        ),
        '[]'
      )
    from
      file_slots l
    where
      l.course_id = a.course_id
      and l.assignment_id = a.id
  ) as slots
from
  assignments a
  join courses c on c.id = a.course_id
where
  a.course_id = $1
  and a.id = $2::uuid
  and a.deleted_at is null
  and (
    "a"."publish_at" is not null
    and "a"."deleted_at" is null
    and not exists (
      select
      from
        publications planned
      where
        planned.course_id = "a"."course_id"
        and planned.subject_id = "a"."id"
    )
  );


-- worksheet: draft

select
  r.role,
  r.section,
  c.assistants_may,
  c.archived_at is not null as archived,
  (
    select
      json_build_object(
        'people',
        v.people,
        'materials',
        v.materials,
        'work',
        v.work,
        'scores',
        v.scores,
        'activity',
        v.activity
      )
    from
      course_versions v
    where
      v.course_id = r.course_id
  ) as versions,
  (
    select
      json_build_object(
        'owner_id',
        coalesce(m.group_id, r.person_id),
        'waits',
        m.person_id is not null
        and m.accepted_at is null,
        'others',
        (
          select
            coalesce(json_agg(o.person_id), '[]')
          from
            group_members o
          where
            o.course_id = m.course_id
            and o.group_id = m.group_id
            and o.person_id <> r.person_id
        ),
        'fields',
        d.fields,
        'applied',
        d.applied,
        'updated_at',
        d.updated_at,
        'version',
        d.xmin::text
      )
    from
      assignments a
      left join group_members m on m.course_id = a.course_id
      and m.grouping_id = a.grouping_id
      and m.person_id = r.person_id
      left join drafts d on d.course_id = a.course_id
      and d.assignment_id = a.id
      and d.owner_id = coalesce(m.group_id, r.person_id)
    where
      a.course_id = r.course_id
      and a.id = $1::uuid
      and a.deleted_at is null
  ) as typed
from
  roster r
  join courses c on c.id = r.course_id
where
  r.course_id = $2::uuid
  and r.person_id = $3::uuid;


-- save a draft

select
  r.role,
  r.section,
  c.assistants_may,
  c.archived_at is not null as archived,
  (
    select
      json_build_object(
        'people',
        v.people,
        'materials',
        v.materials,
        'work',
        v.work,
        'scores',
        v.scores,
        'activity',
        v.activity
      )
    from
      course_versions v
    where
      v.course_id = r.course_id
  ) as versions,
  (
    select
      json_build_object(
        'owner_id',
        coalesce(m.group_id, r.person_id),
        'waits',
        m.person_id is not null
        and m.accepted_at is null,
        'others',
        (
          select
            coalesce(json_agg(o.person_id), '[]')
          from
            group_members o
          where
            o.course_id = m.course_id
            and o.group_id = m.group_id
            and o.person_id <> r.person_id
        ),
        'fields',
        d.fields,
        'applied',
        d.applied,
        'updated_at',
        d.updated_at,
        'version',
        d.xmin::text
      )
    from
      assignments a
      left join group_members m on m.course_id = a.course_id
      and m.grouping_id = a.grouping_id
      and m.person_id = r.person_id
      left join drafts d on d.course_id = a.course_id
      and d.assignment_id = a.id
      and d.owner_id = coalesce(m.group_id, r.person_id)
    where
      a.course_id = r.course_id
      and a.id = $1::uuid
      and a.deleted_at is null
  ) as typed
from
  roster r
  join courses c on c.id = r.course_id
where
  r.course_id = $2::uuid
  and r.person_id = $3::uuid;

select
  a.course_id,
  c.code || ' ' || c.name as course,
  a.id,
  a.name,
  a.description,
  a.publish_at,
  a.due_at,
  a.closes_at,
  a.attempts_allowed,
  a.time_limit,
  c.late_rule,
  c.zone,
  a.score,
  a.score_essay,
  a.score_questionset,
  a.score_file,
  a.has_text,
  a.counts,
  a.shuffle_questions,
  a.shuffle_options,
  a.grouping_id,
  a.revision,
  coalesce(
    (
      select
        json_agg(json_build_object('id', f.id, 'filename', f.filename))
      from
        "assignment_pictures" p
        join uploads f on f.id = p.upload_id
      where
        p.course_id = "a"."course_id"
        and p."assignment_id" = "a"."id"
    ),
    '[]'
  ) as pictures,
  coalesce(
    (
      select
        max(v.version)
      from
        sheet_versions v
      where
        v.course_id = a.course_id
        and v.assignment_id = a.id
    ),
    0
  ) as sheet_version,
  (
    select
      coalesce(
        json_agg(
          q
          order by
            q.position,
            q.id
        ),
        '[]'
      )
    from
      questions q
    where
      q.course_id = a.course_id
      and q.assignment_id = a.id
  ) as questions,
  (
    select
      coalesce(
        json_agg(
          t
          order by
            t.position,
            t.id
        ),
        '[]'
      )
    from
      question_sets t
    where
      t.course_id = a.course_id
      and t.assignment_id = a.id
  ) as sets,
  (
    select
      coalesce(
        json_agg(
          l
          order by
            l.position,
            l.id
        ),
        '[]'
      )
    from
      file_slots l
    where
      l.course_id = a.course_id
      and l.assignment_id = a.id
  ) as slots
from
  assignments a
  join courses c on c.id = a.course_id
where
  a.course_id = $1
  and a.id = $2::uuid
  and a.deleted_at is null
  and (
    "a"."publish_at" is not null
    and "a"."deleted_at" is null
    and not exists (
      select
      from
        publications planned
      where
        planned.course_id = "a"."course_id"
        and planned.subject_id = "a"."id"
    )
  );

with
  written as (
    insert into
      drafts (course_id, assignment_id, owner_id, fields, applied, updated_at)
    select
      $1,
      $2,
      $3,
      $4,
      $5,
      $6
    on conflict do nothing
    returning
      1
  )
select
from
  written;

update drafts
set
  fields = $1,
  applied = $2,
  updated_at = $3
where
  course_id = $4
  and assignment_id = $5
  and owner_id = $6
  and xmin = $7::xid
returning
  1;


-- submit

select
  r.role,
  r.section,
  c.assistants_may,
  c.archived_at is not null as archived,
  (
    select
      json_build_object(
        'people',
        v.people,
        'materials',
        v.materials,
        'work',
        v.work,
        'scores',
        v.scores,
        'activity',
        v.activity
      )
    from
      course_versions v
    where
      v.course_id = r.course_id
  ) as versions,
  (
    select
      json_build_object(
        'owner_id',
        case
          when a.grouping_id is null then r.person_id::uuid
          else m.group_id
        end,
        'group_name',
        g.name,
        'waits',
        m.person_id is not null
        and m.accepted_at is null,
        'person',
        case
          when p.removed_at is null then trim(p.first || ' ' || p.last)
          else ''
        end,
        'others',
        (
          select
            coalesce(json_agg(o.person_id), '[]')
          from
            group_members o
          where
            o.course_id = a.course_id
            and o.group_id = m.group_id
            and o.person_id <> p.id
        ),
        'kept_for',
        (
          select
            s.owner_id
          from
            submissions s
          where
            s.course_id = a.course_id
            and s.id = $1::uuid
        ),
        'begun',
        case
          when a.time_limit is not null then (
            select
              b.started_at
            from
              attempt_starts b
            where
              b.course_id = a.course_id
              and b.assignment_id = a.id
              and b.owner_id = case
                when a.grouping_id is null then r.person_id::uuid
                else m.group_id
              end
              and b.attempt = (
                select
                  coalesce(max(s.attempt), 0)
                from
                  submissions s
                where
                  s.course_id = a.course_id
                  and s.assignment_id = a.id
                  and s.owner_id = case
                    when a.grouping_id is null then r.person_id::uuid
                    else m.group_id
                  end
              ) + 1
          )
        end,
        'last',
        (
          select
            json_build_object(
              'attempt',
              s.attempt,
              'files',
              (
                select
                  coalesce(
                    json_object_agg(
                      'file-' || f.slot_id || case
                        when f.n > 1 then '-' || f.n
                        else ''
                      end,
                      json_build_object('id', u.id, 'sha256', encode(u.sha256, 'hex'), 'filename', u.filename, 'bytes', u.bytes)
                    ),
                    '{}'
                  )
                from
                  submission_files f
                  join uploads u on u.id = f.upload_id
                where
                  f.course_id = s.course_id
                  and f.submission_id = s.id
              )
            )
          from
            submissions s
          where
            s.course_id = a.course_id
            and s.assignment_id = a.id
            and s.owner_id = case
              when a.grouping_id is null then r.person_id::uuid
              else m.group_id
            end
          order by
            s.attempt desc
          limit
            1
        ),
        'uploads',
        (
          select
            coalesce(
              json_agg(
                json_build_object('id', u.id, 'sha256', encode(u.sha256, 'hex'), 'filename', u.filename, 'bytes', u.bytes)
              ),
              '[]'
            )
          from
            uploads u
          where
            u.id = any ($2::text::uuid[])
            and (
              u.owner_id = p.id
              or exists (
                select
                from
                  group_members o
                  join draft_files f on f.course_id = o.course_id
                  and f.owner_id = o.group_id
                  and f.assignment_id = a.id
                where
                  o.course_id = a.course_id
                  and o.group_id = m.group_id
                  and o.person_id = u.owner_id
                  and f.upload_id = u.id
              )
            )
        ),
        'allowances',
        case
          when coalesce(
            (
              select
                true
              from
                exceptions t
              where
                t.course_id = a.course_id
              limit
                1
            ),
            (
              select
                true
              from
                accommodations t
              where
                t.course_id = a.course_id
              limit
                1
            ),
            false
          ) then (
            select
              json_agg(f)
            from
              (
                select
                  w.grouping_id,
                  given.*
                from
                  (
                    select
                      null::uuid as grouping_id,
                      null::uuid as group_id,
                      coalesce(m.group_id, r.person_id) as person_id,
                      coalesce(
                        (
                          select
                            place.section
                          from
                            roster place
                          where
                            place.course_id = a.course_id
                            and place.person_id = coalesce(m.group_id, r.person_id)
                        ),
                        (
                          select
                            gone.section
                          from
                            roster_removed gone
                          where
                            gone.course_id = a.course_id
                            and gone.person_id = coalesce(m.group_id, r.person_id)
                        )
                      ) as section
                    union all
                    select
                      null,
                      fellow.group_id,
                      fellow.person_id,
                      place.section
                    from
                      group_members fellow
                      join roster place on place.course_id = fellow.course_id
                      and place.person_id = fellow.person_id
                    where
                      fellow.course_id = a.course_id
                      and fellow.group_id = coalesce(m.group_id, r.person_id)
                      and (
                        fellow.accepted_at is not null
                        or fellow.person_id = r.person_id
                      )
                  ) w
                  cross join lateral (
                    select
                      w.person_id as person_id,
                      'person' as kind,
                      e.id,
                      e.assignment_id,
                      e.due_at,
                      e.closes_at,
                      e.extra_attempts,
                      e.extra_minutes,
                      100::smallint as time_percent,
                      0::smallint as extra_days
                    from
                      exceptions e
                    where
                      e.course_id = a.course_id
                      and e.assignment_id = a.id
                      and e.person_id = w.person_id
                    union all
                    select
                      w.person_id as person_id,
                      'section' as kind,
                      e.id,
                      e.assignment_id,
                      e.due_at,
                      e.closes_at,
                      e.extra_attempts,
                      e.extra_minutes,
                      100::smallint as time_percent,
                      0::smallint as extra_days
                    from
                      exceptions e
                    where
                      e.course_id = a.course_id
                      and e.assignment_id = a.id
                      and e.section = w.section
                    union all
                    select
                      null as person_id,
                      'group' as kind,
                      e.id,
                      e.assignment_id,
                      e.due_at,
                      e.closes_at,
                      e.extra_attempts,
                      e.extra_minutes,
                      100::smallint as time_percent,
                      0::smallint as extra_days
                    from
                      exceptions e
                    where
                      e.course_id = a.course_id
                      and e.assignment_id = a.id
                      and e.group_id = w.group_id
                    union all
                    select
                      w.person_id,
                      'accommodation',
                      null,
                      null,
                      null,
                      null,
                      0::smallint,
                      0::smallint,
                      own.time_percent,
                      own.extra_days
                    from
                      accommodations own
                    where
                      own.course_id = a.course_id
                      and own.person_id = w.person_id
                      and (
                        own.time_percent > 100
                        or own.extra_days > 0
                      )
                  ) given
              ) f
          )
        end
      )
    from
      assignments a
      left join groupings k on k.course_id = a.course_id
      and k.id = a.grouping_id
      left join group_members m on m.course_id = a.course_id
      and m.grouping_id = a.grouping_id
      and m.person_id = r.person_id
      left join groups g on g.course_id = m.course_id
      and g.id = m.group_id
      join people p on p.id = r.person_id
    where
      a.course_id = r.course_id
      and a.id = $3::uuid
      and a.deleted_at is null
  ) as mine
from
  roster r
  join courses c on c.id = r.course_id
where
  r.course_id = $4::uuid
  and r.person_id = $5::uuid;

with
  made as (
    insert into
      submissions (
        course_id,
        id,
        assignment_id,
        owner_id,
        attempt,
        submitted_by,
        submitted_at,
        response,
        digest,
        sheet_version
      )
    select
      $1,
      $2,
      $3,
      $4,
      $5::integer,
      $6,
      $7,
      $8,
      $9,
      $10::integer
    on conflict do nothing
    returning
      id
  ),
  cleared as (
    delete from drafts
    where
      course_id = $11
      and assignment_id = $12
      and owner_id = $13
      and exists (
        select
        from
          made
      )
    returning
      fields
  ),
  dropped as (
    delete from draft_versions v
    where
      v.course_id = $14
      and v.assignment_id = $15
      and v.owner_id = $16
      and v.id in (
        select
          id
        from
          (
            select
              id,
              n,
              row_number() over (
                order by
                  place <= $17,
                  after nulls last,
                  id
              ) as nth
            from
              (
                select
                  id,
                  count(*) over () as n,
                  row_number() over (
                    order by
                      created_at desc,
                      id desc
                  ) as place,
                  created_at - lag(created_at) over (
                    order by
                      created_at,
                      id
                  ) as after
                from
                  draft_versions
                where
                  course_id = $18
                  and assignment_id = $19
                  and owner_id = $20
              ) as placed
          ) as sorted
        where
          nth <= n + $21::integer - $22
      )
      and exists (
        select
        from
          made
      )
  ),
  left_out as (
    insert into
      draft_versions (course_id, assignment_id, owner_id, id, person_id, kind, fields, created_at)
    select
      $23,
      $24,
      $25,
      $26,
      $27,
      'handed_in',
      other.fields,
      $28
    from
      cleared,
      lateral (
        select
          jsonb_object_agg(name, typed) as fields
        from
          (
            select
              name,
              field ->> 'value' as typed,
              $29::jsonb ->> name as handed_in
            from
              jsonb_each(cleared.fields) as draft (name, field)
          ) as draft
        where
          trim(typed) <> ''
          and typed is distinct from handed_in
          and (
            name not like 'file-%'
            or handed_in is null
            or strpos(typed, handed_in) = 0
          )
      ) as other
    where
      other.fields is not null
  )
select
from
  made;


-- gradebook

select
  r.role,
  r.section,
  c.assistants_may,
  c.archived_at is not null as archived,
  (
    select
      json_build_object(
        'people',
        v.people,
        'materials',
        v.materials,
        'work',
        v.work,
        'scores',
        v.scores,
        'activity',
        v.activity
      )
    from
      course_versions v
    where
      v.course_id = r.course_id
  ) as versions,
  (
    select
      coalesce(json_object_agg(gradable_id, score), '{}')
    from
      scores
    where
      course_id = r.course_id
      and person_id = r.person_id
  ) as scores,
  (
    select
      coalesce(json_agg(gradable_id), '[]')
    from
      entries
    where
      course_id = r.course_id
      and person_id = r.person_id
      and excused
  ) as excused
from
  roster r
  join courses c on c.id = r.course_id
where
  r.course_id = $1::uuid
  and r.person_id = $2::uuid;

select
  "id",
  "name",
  "score",
  "category_id",
  "extra",
  "zero_from",
  (
    select
      json_build_object('count', count(scores.score), 'mean', avg(scores.score), 'best', max(scores.score)) as "scores_of_class"
    from
      "scores"
      inner join "roster" on "roster"."course_id" = "scores"."course_id"
      and "roster"."person_id" = "scores"."person_id"
    where
      "scores"."course_id" = "gradables"."course_id"
      and "scores"."gradable_id" = "gradables"."id"
      and "roster"."role" = $1
  ) as "scores_of_class"
from
  "gradables"
where
  "course_id" = $2
  and "final" = $3
  and "released" = $4
  and "deleted_at" is null
  and not exists (
    select
    from
      assignments a
    where
      a.course_id = gradables.course_id
      and a.id = gradables.assignment_id
      and (
        a.deleted_at is not null
        or a.publish_at is null
      )
  )
  and not exists (
    select
    from
      publications p
    where
      p.course_id = gradables.course_id
      and p.subject_id = gradables.assignment_id
  )
order by
  "position",
  "id"
limit
  $5;


-- topic of 200 posts

select
  r.role,
  r.section,
  c.assistants_may,
  c.archived_at is not null as archived,
  (
    select
      json_build_object(
        'people',
        v.people,
        'materials',
        v.materials,
        'work',
        v.work,
        'scores',
        v.scores,
        'activity',
        v.activity
      )
    from
      course_versions v
    where
      v.course_id = r.course_id
  ) as versions,
  (
    select
      json_build_object(
        'version',
        concat(
          t.revision,
          ' ',
          (
            select
              v.version
            from
              topic_versions v
            where
              v.course_id = t.course_id
              and v.topic_id = t.id
          )
        ),
        'is_out',
        (
          "t"."publish_at" is not null
          and "t"."deleted_at" is null
          and not exists (
            select
            from
              publications planned
            where
              planned.course_id = "t"."course_id"
              and planned.subject_id = "t"."id"
          )
        )
        and (
          t.section is null
          or t.section = r.section
        ),
        'post_first',
        t.post_first,
        'has_posted',
        t.post_first
        and exists (
          select
          from
            posts own
          where
            own.course_id = t.course_id
            and own.topic_id = t.id
            and own.author_id = r.person_id
            and own.deleted_at is null
        ),
        'has_hidden',
        (
          select
            count(*) > 0
          from
            hidden_texts h
          where
            h.course_id = t.course_id
            and h.topic_id = t.id
            and (
              exists (
                select
                from
                  posts p
                where
                  p.course_id = h.course_id
                  and p.id = h.id
                  and p.author_id = r.person_id
              )
              or exists (
                select
                from
                  comments c
                where
                  c.course_id = h.course_id
                  and c.id = h.id
                  and c.author_id = r.person_id
              )
            )
        )
      )
    from
      topics t
    where
      t.course_id = r.course_id
      and t.id = $1::uuid
      and t.deleted_at is null
  ) as topic
from
  roster r
  join courses c on c.id = r.course_id
where
  r.course_id = $2::uuid
  and r.person_id = $3::uuid;

with
  t as (
    select
      t.id,
      t.title,
      t.description,
      t.created_at,
      t.publish_at,
      t.pinned,
      t.locked,
      t.post_first,
      t.score::float8 as score,
      t.section,
      t.revision,
      coalesce(
        (
          select
            json_agg(json_build_object('id', f.id, 'filename', f.filename))
          from
            "topic_pictures" p
            join uploads f on f.id = p.upload_id
          where
            p.course_id = "t"."course_id"
            and p."topic_id" = "t"."id"
        ),
        '[]'
      ) as pictures
    from
      topics t
    where
      t.course_id = $1
      and t.id = $2
      and t.deleted_at is null
  ),
  near as (
    select
      p.id,
      p.author_id,
      p.content,
      p.created_at,
      p.edited_at,
      p.withdrawn_at,
      h.reason as hidden
    from
      posts p
      left join hidden_texts h on h.course_id = p.course_id
      and h.id = p.id
    where
      p.course_id = $3
      and p.topic_id = $4
      and p.deleted_at is null
      and (
        (
          h.id is null
          and p.withdrawn_at is null
        )
        or (
          h.id is not null
          and p.author_id::text = $5
        )
        or exists (
          select
          from
            comments c
          where
            c.course_id = p.course_id
            and c.topic_id = p.topic_id
            and c.post_id = p.id
            and c.deleted_at is null
            and c.withdrawn_at is null
            and not exists (
              select
              from
                hidden_texts h
              where
                h.course_id = c.course_id
                and h.id = c.id
            )
            and exists (
              select
              from
                posts p
              where
                p.course_id = c.course_id
                and p.topic_id = c.topic_id
                and p.id = c.post_id
                and p.deleted_at is null
            )
            and (
              c.parent_id is null
              or exists (
                select
                from
                  comments a
                where
                  a.course_id = c.course_id
                  and a.post_id = c.post_id
                  and a.id = c.parent_id
                  and a.deleted_at is null
              )
            )
        )
      )
      and true
    order by
      p.created_at desc,
      p.id desc
    limit
      $6
  ),
  said as (
    select
      c.*
    from
      near p
      cross join lateral (
        select
          c.*,
          sum(octet_length(c.content) + 500) over (
            order by
              c.created_at desc,
              c.id desc
          ) as so_far
        from
          (
            select
              c.id,
              c.post_id,
              c.parent_id,
              c.author_id,
              c.content,
              c.noreply,
              c.created_at,
              c.edited_at,
              c.withdrawn_at
            from
              comments c
            where
              c.course_id = $7
              and c.topic_id = $8
              and c.post_id = p.id
              and c.deleted_at is null
            order by
              c.created_at desc,
              c.id desc
            limit
              $9
          ) c
      ) c
    where
      c.so_far <= $10
  ),
  p as (
    select
      id,
      author_id,
      content,
      created_at,
      edited_at,
      withdrawn_at,
      hidden
    from
      (
        select
          p.*,
          row_number() over newest as place,
          sum(octet_length(p.content) + 500 + coalesce(s.bytes, 0)) over newest as so_far
        from
          near p
          left join (
            select
              post_id,
              max(so_far) as bytes
            from
              said
            group by
              post_id
          ) s on s.post_id = p.id
        window
          newest as (
            order by
              p.created_at desc,
              p.id desc
          )
      ) p
    where
      p.place = 1
      or (
        p.place <= $11
        and p.so_far <= $12
      )
  ),
  c as (
    select
      s.id,
      s.post_id,
      s.parent_id,
      s.author_id,
      s.content,
      s.noreply,
      s.created_at,
      s.edited_at,
      s.withdrawn_at,
      h.reason as hidden
    from
      said s
      left join hidden_texts h on h.course_id = $13
      and h.id = s.id
    where
      s.post_id in (
        select
          id
        from
          p
      )
  ),
  e as (
    select
      id,
      endorsed_by as by,
      endorsed_at as at,
      edited_at
    from
      endorsed_texts
    where
      course_id = $14
      and topic_id = $15
      and (
        id in (
          select
            id
          from
            p
        )
        or id in (
          select
            id
          from
            c
        )
      )
  )
select
  t.*,
  (
    select
      count(*)
    from
      near
  ) > (
    select
      count(*)
    from
      p
  ) as more,
  (
    select
      coalesce(
        json_agg(
          p
          order by
            p.created_at desc,
            p.id desc
        ),
        '[]'
      )
    from
      p
  ) as posts,
  (
    select
      coalesce(
        json_agg(
          c
          order by
            c.created_at,
            c.id
        ),
        '[]'
      )
    from
      c
  ) as comments,
  (
    select
      coalesce(json_agg(e), '[]')
    from
      e
  ) as endorsements,
  (
    select
      coalesce(
        json_agg(
          json_strip_nulls(
            json_build_object(
              '_id',
              u.id,
              'first',
              u.first,
              'last',
              u.last,
              'img',
              u.img,
              'email',
              u.email,
              'role',
              nullif(r.role, 'student')
            )
          )
        ),
        '[]'
      )
    from
      people u
      left join roster r on r.course_id = $16
      and r.person_id = u.id
    where
      u.removed_at is null
      and u.id in (
        select
          author_id
        from
          p
        union
        select
          author_id
        from
          c
        union
        select
          by
        from
          e
      )
  ) as people
from
  t;


-- roster of the largest

select
  r.role,
  r.section,
  c.assistants_may,
  c.archived_at is not null as archived,
  (
    select
      json_build_object(
        'people',
        v.people,
        'materials',
        v.materials,
        'work',
        v.work,
        'scores',
        v.scores,
        'activity',
        v.activity
      )
    from
      course_versions v
    where
      v.course_id = r.course_id
  ) as versions
from
  roster r
  join courses c on c.id = r.course_id
where
  r.course_id = $1::uuid
  and r.person_id = $2::uuid;

select
  json_strip_nulls(
    json_build_object('_id', u.id, 'first', u.first, 'last', u.last, 'img', u.img, 'email', u.email, 'role', r.role)
  ) as person
from
  roster r
  join people u on u.id = r.person_id
where
  r.course_id = $1
  and u.removed_at is null
order by
  ("u"."first" || ' ' || "u"."last") collate by_name,
  "u"."id"
limit
  $2;


-- find

with
  c as materialized (
    select
      *
    from
      courses
    where
      lower(code) ~>=~ lower($1::text)
      and lower(code) ~<~ (lower($2::text) || chr(1114111))
      and academic_year = coalesce($3::int, academic_year)
      and semester = coalesce($4::int, semester)
      and archived_at is null
  )
select
  c.id as "courseId",
  'student' as audience,
  (
    select
      json_build_object(
        'people',
        v.people,
        'materials',
        v.materials,
        'work',
        v.work,
        'scores',
        v.scores,
        'activity',
        v.activity
      )
    from
      course_versions v
    where
      v.course_id = c.id
  ) as versions,
  exists (
    select
    from
      roster r
    where
      r.course_id = c.id
      and r.person_id = $5
  ) as joined
from
  c
order by
  c.academic_year desc,
  c.semester desc,
  c.code,
  c.section,
  c.id
limit
  $6;

select
  c.id as course_id,
  c.name,
  c.code,
  c.img,
  (
    select
      json_build_object('id', f.id, 'filename', f.filename)
    from
      uploads f
    where
      f.id = c.picture_id
  ) as picture,
  c.cover,
  c.archived_at is not null as archived,
  c.mooc,
  c.academic_year,
  c.semester,
  (
    select
      coalesce(
        json_agg(
          json_strip_nulls(json_build_object('first', p.first, 'last', p.last))
          order by
            i.position,
            p.last,
            p.id
        ),
        '[]'
      )
    from
      roster i
      join people p on p.id = i.person_id
    where
      i.course_id = c.id
      and i.role = 'instructor'
      and p.removed_at is null
  ) as instructors
from
  courses c
where
  c.id = any ($1);
