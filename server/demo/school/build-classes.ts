import type { Building } from './building.ts'
import { demoId, roll } from './ids.ts'

/** Classes with their attendance, and online meetings. */
export function addClasses(course: Building): void {
  addSchedules(course)
  addHolidays(course)
  addMeetings(course)
}

function addSchedules({ data, id, rows, clock, person }: Building): void {
  if (!data.classes) return
  const { days, subjects, now, attendance = {} } = data.classes
  if (now)
    rows.add('schedules', {
      ...{ course_id: id, id: demoId(data.code, 'schedule', 'now'), ...now },
      ...{ start_at: clock.at('-30m'), end_at: clock.at('+2h') },
    })
  const [first, last] = data.classes.weeks
  let number = 0
  for (let week = first; week <= last; week++) {
    for (const { weekday, from, to, location, kind = 'Lecture' } of days) {
      number += 1
      const subject = subjects[number - 1]
      const scheduleId = demoId(data.code, 'schedule', number)
      const start = clock.onWeekday(week, weekday, from)
      const end = clock.onWeekday(week, weekday, to)
      rows.add('schedules', {
        course_id: id,
        id: scheduleId,
        name: subject ? `${kind} ${number}: ${subject}` : `${kind} ${number}`,
        location,
        start_at: start,
        end_at: end,
      })
      if (end > clock.origin) continue
      for (const student of data.students) {
        const given = attendance[student]?.[number - 1]
        const code = given === undefined ? usual(roll(data.code, number, student)) : Number(given)
        if (code === 0) continue
        rows.add('attendance', {
          course_id: id,
          schedule_id: scheduleId,
          person_id: person(student),
          code,
          recorded_at: end,
        })
      }
    }
  }
}

function addHolidays({ data, id, rows, clock }: Building): void {
  for (const { name, week, weekday } of data.holidays ?? []) {
    const day = onlyDay(clock.onWeekday(week, weekday, '12:00'))
    rows.add('holidays', {
      ...{ course_id: id, id: demoId(data.code, 'holiday', name), name, first_day: day, last_day: day },
    })
  }
}

/** Of a noon in Bangkok, which is the same day in UTC. */
const onlyDay = (at: Date) => at.toISOString().slice(0, 10)

/** Most students come, some late, few not at all. */
const usual = (luck: number) => (luck < 0.84 ? 3 : luck < 0.93 ? 2 : 1)

function addMeetings({ data, id, rows, clock, lead, upload, happened }: Building): void {
  for (const { title, host, start, minutes, posted, publish, link, recording } of data.meetings ?? []) {
    const meetingId = demoId(data.code, 'meeting', title)
    const startAt = clock.at(start)
    // An address belongs to the meeting provider; anything else is the name of a demo file.
    const media = (named: string | undefined, kind: string) => {
      if (!named || named.startsWith('https://')) return { address: named ?? null, upload: null }
      const filename = `${title} (${kind})`
      return {
        address: null,
        upload: upload(named, `meeting/${title}/${kind}`, { filename, owner: lead, at: startAt }).id,
      }
    }
    const video = media(recording?.video, 'video')
    const audio = media(recording?.audio, 'audio')
    rows.add('meetings', {
      course_id: id,
      id: meetingId,
      title,
      host,
      start_at: startAt,
      end_at: minutes ? new Date(startAt.getTime() + minutes * 60_000) : null,
      link,
      publish_at: publish === undefined ? clock.at(posted) : publish && clock.at(publish),
      recording_show: recording?.show ?? false,
      recording_password: recording?.password ?? '',
      recording_video: video.address,
      recording_audio: audio.address,
      recording_video_upload: video.upload,
      recording_audio_upload: audio.upload,
      recording_expire: recording?.expire ? clock.at(recording.expire) : null,
    })
    if (publish === undefined) happened({ kind: 'meeting_posted', subject: meetingId, at: clock.at(posted), by: lead })
  }
}
