import type { Place } from './place.ts'
import { announcements, rooms, sentences } from './words.ts'

/* What happens at set times: announcements, classes with attendance, meetings. */

const WEEKS = 15

export function addAnnouncements(place: Place): void {
  const dice = place.dice('announcements')
  for (let week = 0; week < WEEKS && place.isPast(week * 7); week++) {
    const publish_at = place.at(week * 7 + dice.roll() * 6)
    const id = dice.id(publish_at)
    const title = `${dice.pick(announcements)} (week ${week + 1})`
    const content = `${dice.text(sentences, 2, 6)}\n\n**Please note:** ${dice.pick(sentences)}`
    place.add('announcements', {
      course_id: place.id,
      id,
      author_id: place.lead,
      title,
      content,
      publish_at,
      created_at: publish_at,
    })
    place.happened(dice, 'announcement_posted', { subject: id, at: publish_at })
  }
}

/** Twice a week. Half of the courses take attendance. */
export function addClasses(place: Place): void {
  const dice = place.dice('classes')
  const [day, hour] = [dice.between(0, 2), dice.between(1, 9)]
  const taken = dice.chance(0.5)
  const location = dice.pick(rooms)
  for (let n = 0; n < WEEKS * 2; n++) {
    const days = Math.floor(n / 2) * 7 + day + (n % 2) * 2 + hour / 24
    const start_at = place.ahead(days)
    const end_at = new Date(start_at.getTime() + 5_400_000)
    const id = dice.id(place.at(-14))
    const name = `Class ${n + 1}`
    place.add('schedules', { course_id: place.id, id, name, location, start_at, end_at })
    if (!taken || n % 2 === 1 || !place.isPast(days)) continue
    for (const person_id of place.students) {
      const roll = dice.roll()
      const code = roll < 0.82 ? 3 : roll < 0.9 ? 2 : 1
      const ids = { course_id: place.id, schedule_id: id, person_id }
      place.add('attendance', { ...ids, code, recorded_at: end_at < place.now ? end_at : place.now })
    }
  }
}

export function addMeetings(place: Place): void {
  const dice = place.dice('meetings')
  for (let week = 0; week < WEEKS; week++) {
    const start_at = place.ahead(week * 7 + 4.4)
    const recorded = place.isPast(week * 7 + 5) && dice.chance(0.6)
    place.add('meetings', {
      course_id: place.id,
      id: dice.id(place.at(week * 7 - 7)),
      title: `Office hour, week ${week + 1}`,
      host: 'The teaching team',
      start_at,
      end_at: new Date(start_at.getTime() + 3_600_000),
      publish_at: place.at(-14),
      link: `https://meet.example.org/j/${dice.between(100_000_000, 999_999_999)}`,
      recording_show: recorded,
      recording_password: recorded ? String(dice.between(1000, 9999)) : '',
      recording_video: recorded ? 'https://meet.example.org/recordings/video.mp4' : null,
      recording_expire: recorded ? place.ahead(week * 7 + 90) : null,
    })
  }
}
