import type { LateRule } from '../../../contract/staff/courses.ts'
import type { MarkColour, MarkKind, MarkShape } from '../../../contract/staff/marks.ts'
import type { Weekday, When } from './clock.ts'

/** What the data files of the demo school say. People are named by the local part of their address. */

export interface CourseData {
  code: string
  name: string
  short: string
  img?: string
  mooc?: boolean
  /** 0: this semester. */
  semestersAgo: 0 | 1 | 2 | 3
  objectives: string[]
  contact?: { facebook?: string; team?: string; echo?: string }
  password?: string
  /** Late work counts as ever unless given. */
  lateRule?: LateRule
  /** What students are granted in all of the course. */
  accommodations?: { to: string; percent?: number; days?: number; note: string }[]
  /** In the order in which they are named, each with a title. */
  instructors: [person: string, title: string][]
  assistants?: string[]
  students: string[]
  /** Into how many sections they are divided, in turn. */
  sections?: number
  classes?: ClassesData
  announcements?: AnnouncementData[]
  contents?: ContentData[]
  /** What staff wrote to some people alone. */
  messages?: { title: string; content: string; to: string[]; at: string }[]
  links?: { name: string; description?: string; url: string }[]
  playlists?: { id: string; title: string; channel: string; thumbnail?: string }[]
  assignments?: AssignmentData[]
  groupings?: GroupingData[]
  holidays?: { name: string; week: number; weekday: Weekday }[]
  topics?: TopicData[]
  meetings?: MeetingData[]
  gradables?: GradableData[]
}

interface ClassesData {
  days: { weekday: Weekday; from: string; to: string; location: string; kind?: string }[]
  /** Weeks from the present one, the first and the last. */
  weeks: [number, number]
  /** One a class, in turn; classes beyond them have only a number. */
  subjects: string[]
  /** A class that is going on when the school is filled, so that its attendance can be taken. */
  now?: { name: string; location: string }
  /** One digit a class: 3 present, 2 late, 1 absent, 0 not taken. Others' attendance follows from their names. */
  attendance?: Record<string, string>
}

export interface AnnouncementData {
  title: string
  content: string
  posted: When
  /** Absent: as it was posted; null: it is a draft. */
  publish?: When | null
  /** The first instructor unless given. */
  by?: string
}

export type ContentData = {
  name: string
  description?: string
  uploaded: When
  updated?: When
  /** Absent: as it was uploaded; null: it is a draft. */
  publish?: When | null
} & ({ file: string } | { folder: ContentData[] })

export interface QuestionData {
  question: string
  score: number
  options?: string[]
  /** The index of the right option. */
  correct?: number
  /** Those that are right; `others` are wrong. */
  several?: string[]
  /** Of a number, with `tolerance` and `unit`. */
  value?: string
  tolerance?: string
  unit?: string
  /** Of a short text. */
  accepted?: string[]
  /** What is matched with what; `others` match nothing. */
  pairs?: [string, string][]
  others?: string[]
  /** In the right order. */
  order?: string[]
  explanation?: string
  credit?: 'parts'
  /** The name of the set that it is drawn from. */
  set?: string
  tags?: string[]
}

export interface AssignmentData {
  key: string
  name: string
  description?: string
  posted: When
  /** When students see it, null: a draft; absent: it was out when it was posted. */
  publish?: When | null
  due: When | null
  /** Late work is taken until then; absent: for ever. */
  closes?: When
  /** 1 unless given; 0 is unlimited. */
  attempts?: number
  /** The latest unless given. */
  counts?: 'best' | 'first'
  grouping?: string
  /** The score of the text response; absent: there is none. */
  text?: number
  questions?: QuestionData[]
  files?: { score: number; slots: string[]; kinds?: string[]; most?: number }
  /** The time limit; absent: there is none. */
  minutes?: number
  sets?: { name: string; draw: number; score: number }[]
  /** Questions and options come in another order for each student. */
  shuffled?: boolean
  submissions?: SubmissionData[]
  /** What the other students did. */
  /** `partly`: about half of the works are graded, and none is shown. `late`: such a share comes late. */
  others?: { share: number; graded?: 'shown' | 'hidden' | 'partly'; late?: number }
  /** When the grades of all are to be released. */
  release?: When
  /** What is looked for in the text response. */
  rubric?: { title: string; points: number }[]
  exceptions?: { to: string; due?: When; attempts?: number; reason: string }[]
}

export interface SubmissionData {
  by: string
  at: When
  text?: string
  /** One a question: the index of an option, words, or of a further kind `right`. */
  answers?: (number | string)[]
  /** One a slot: the name of a demo file. */
  files?: string[]
  feedback?: FeedbackData
  marks?: MarkData[]
}

export interface FeedbackData {
  /** Null: it has none, or it follows from the rubric. */
  score: number | null
  /** Which items of the rubric apply, by their place. */
  items?: number[]
  grade?: string | number
  comment?: string
  show: boolean
  at?: When
  /** What the person who handed in asked about it. */
  asked?: RegradeData[]
}

export interface RegradeData {
  /** A question by its place, or the text. */
  about: number | 'textbox'
  at: When
  text: string
  /** Absent: it waits. `from`: the points of the part until then. */
  answer?: { text: string; at: When; from?: string }
}

export interface MarkData {
  /** `textbox`, or of the first file `file`. */
  field: string
  kind: MarkKind
  shape: MarkShape
  comment: string
  colour: MarkColour
}

export interface GroupingData {
  key: string
  name: string
  groups: { name: string; description?: string; img?: string; members: string[] }[]
  /** Staff alone make its groups, of so many people. */
  sizes?: [number, number]
  /** Students do not see it yet. */
  draft?: boolean
}

export interface TopicData {
  title: string
  description?: string
  posted: When
  by: string
  /** When students see it; null: it is a draft. As soon as it was posted unless given. */
  publish?: When | null
  pinned?: boolean
  locked?: boolean
  postFirst?: boolean
  /** The most points of a graded one. */
  score?: number
  posts: PostData[]
  /** Who has read everything until when; all that these days bring is new to the others. */
  seen?: Record<string, When>
}

export interface PostData extends SaidData {
  comments?: (SaidData & { noreply?: boolean; replies?: SaidData[] })[]
}

export interface SaidData {
  by: string
  at: When
  content: string
  /** Who of the staff stands by it, and since when. */
  endorsed?: { by: string; at: When }
}

export interface MeetingData {
  title: string
  host: string
  start: When
  /** In minutes; absent: nobody said when it ends. */
  minutes?: number
  /** When it was put into the calendar. */
  posted: When
  /** When students see it, if it is not when it was posted; null: it is a draft. */
  publish?: When | null
  link: string
  recording?: {
    show: boolean
    password?: string
    /** The name of a demo file, or an address at the meeting provider. */
    video?: string
    audio?: string
    expire?: When
  }
}

export interface GradableData {
  name: string
  score: number
  final?: boolean
  assignment?: string
  /** It is the attendance, with what a class counts at which a student was late, in percent; students are not told yet. */
  attendance?: number
  /** People's scores, but for those that their feedback gives; `others` says that the rest have one too. */
  scores?: Record<string, number | null>
  others?: boolean
}
