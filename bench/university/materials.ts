import type { Place } from './place.ts'
import { sentences } from './words.ts'

const WEEKS = 15

/** A folder a week with two files, some with a folder in it, and some files beside; links and playlists. */
export function addMaterials(place: Place): void {
  const dice = place.dice('materials')
  const folder = (name: string, parent_id: string | null, uploaded_at: Date) => {
    const id = dice.id(uploaded_at)
    const row = { course_id: place.id, id, parent_id, name, description: '', upload_id: null }
    place.add('contents', { ...row, uploaded_at, publish_at: uploaded_at })
    return id
  }
  const file = (name: string, parent_id: string | null, uploaded_at: Date) => {
    const id = dice.id(uploaded_at)
    const { id: upload_id } = place.upload(dice, place.lead, uploaded_at)
    const description = dice.pick(sentences)
    const row = { course_id: place.id, id, parent_id, name, description, upload_id }
    place.add('contents', { ...row, uploaded_at, publish_at: uploaded_at })
    return id
  }
  file('Syllabus', null, place.at(-7))
  for (let week = 0; week < WEEKS && place.isPast(week * 7); week++) {
    const at = place.at(week * 7 + dice.roll())
    const inside = folder(`Week ${week + 1}`, null, at)
    file(`Slides ${week + 1}`, inside, at)
    const sheet = file(`Problems ${week + 1}`, inside, at)
    if (dice.chance(0.3)) file('Further reading', folder('Extra', inside, at), at)
    if (week % 2 === 0) place.happened(dice, 'content_posted', { subject: sheet, at })
  }
  for (let n = 1; n <= 3; n++) {
    const created_at = place.at(n * 9)
    place.add('links', {
      course_id: place.id,
      id: dice.id(created_at),
      name: `Reading ${n}`,
      description: dice.pick(sentences),
      url: `https://library.example.org/items/${dice.between(1, 99_999)}`,
      ...{ created_at, publish_at: created_at },
    })
  }
  for (let n = 1; n <= 2; n++) {
    const created_at = place.at(n * 20)
    place.add('playlists', {
      course_id: place.id,
      id: dice.id(created_at),
      provider_id: `PL${dice.between(1_000_000, 9_999_999)}`,
      title: `Lectures, part ${n}`,
      channel: 'The university',
      thumbnail: null,
      ...{ created_at, publish_at: created_at },
    })
  }
}
