import type { LateRule } from '../../../contract/staff/courses.ts'
import type { MarkColour, MarkKind, MarkShape } from '../../../contract/staff/marks.ts'
import type { Weekday, When } from './clock.ts'

/** The types of the demo school's data files, which name people by the local part of their address. */

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
  /** Accommodations of students in the whole course. */
  accommodations?: { to: string; percent?: number; days?: number; note: string }[]
  /** In the order in which they are named, each with a title. */
  instructors: [person: string, title: string][]
  assistants?: string[]
  students: string[]
  /** Into how many sections the students are divided, in turn. */
  sections?: number
  classes?: ClassesData
  announcements?: AnnouncementData[]
  contents?: ContentData[]
  /** Messages of staff to some people alone. */
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
  /** A class that is in progress when the school is filled, so that its attendance can be taken. */
  now?: { name: string; location: string }
  /** One digit a class: 3 present, 2 late, 1 absent, 0 not taken. Others' attendance follows from their names. */
  attendance?: Record<string, string>
}

export interface AnnouncementData {
  title: string
  content: string
  posted: When
  /** Absent: when it was posted; null: it is a draft. */
  publish?: When | null
  /** The first instructor unless given. */
  by?: string
}

export type ContentData = {
  name: string
  description?: string
  uploaded: When
  updated?: When
  /** Absent: when it was uploaded; null: it is a draft. */
  publish?: When | null
} & ({ file: string } | { folder: ContentData[] })

export interface QuestionData {
  question: string
  score: number
  options?: string[]
  /** The index of the right option. */
  correct?: number
  /** The right ones; `others` are wrong. */
  several?: string[]
  /** The value of a number, with `tolerance` and `unit`. */
  value?: string
  tolerance?: string
  unit?: string
  /** The accepted short texts. */
  accepted?: string[]
  /** The pairs of a matching question; `others` match nothing. */
  pairs?: [string, string][]
  others?: string[]
  /** In the right order. */
  order?: string[]
  explanation?: string
  credit?: 'parts'
  /** The name of the set from which it is drawn. */
  set?: string
  tags?: string[]
}

export interface AssignmentData {
  key: string
  name: string
  description?: string
  posted: When
  /** When students see it; null: it is a draft; absent: from its posting on. */
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
  /**
   * The work of the other students. `partly`: about half of the works are graded, and no grade is released. `late`: this
   * share of the works is late.
   */
  others?: { share: number; graded?: 'shown' | 'hidden' | 'partly'; late?: number }
  /** When all grades are to be released. */
  release?: When
  /** The rubric of the text response. */
  rubric?: { title: string; points: number }[]
  exceptions?: { to: string; due?: When; attempts?: number; reason: string }[]
}

export interface SubmissionData {
  by: string
  at: When
  text?: string
  /** An answer for each question: the index of an option, words, or `right` for a further kind. */
  answers?: (number | string)[]
  /** A file for each slot: the name of a demo file. */
  files?: string[]
  feedback?: FeedbackData
  marks?: MarkData[]
}

export interface FeedbackData {
  /** Null: the feedback has no score, or the score follows from the rubric. */
  score: number | null
  /** The places of the rubric items that apply. */
  items?: number[]
  grade?: string | number
  comment?: string
  show: boolean
  at?: When
  /** The regrade request of the person who handed in. */
  asked?: RegradeData[]
}

export interface RegradeData {
  /** A question by its place, or the text. */
  about: number | 'textbox'
  at: When
  text: string
  /** The answer; absent: the request waits. `from`: the part's points until then. */
  answer?: { text: string; at: When; from?: string }
}

export interface MarkData {
  /** `textbox`, or `file` for the first file. */
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
  /** Staff alone make its groups, of this size. */
  sizes?: [number, number]
  /** Students do not see it yet. */
  draft?: boolean
}

export interface TopicData {
  title: string
  description?: string
  posted: When
  by: string
  /** When students see it; null: it is a draft; absent: from its posting on. */
  publish?: When | null
  pinned?: boolean
  locked?: boolean
  postFirst?: boolean
  /** The most points of a graded one. */
  score?: number
  posts: PostData[]
  /** People who have read everything until a time; newer posts are unread. */
  seen?: Record<string, When>
}

export interface PostData extends SaidData {
  comments?: (SaidData & { noreply?: boolean; replies?: SaidData[] })[]
}

export interface SaidData {
  by: string
  at: When
  content: string
  /** The member of staff who endorses the text, and the time. */
  endorsed?: { by: string; at: When }
}

export interface MeetingData {
  title: string
  host: string
  start: When
  /** In minutes; absent: nobody said when it ends. */
  minutes?: number
  /** When it was added to the calendar. */
  posted: When
  /** When students see it; null: it is a draft; absent: from its posting on. */
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
  /** A column of attendance with the percentage that a late class counts; it is not released. */
  attendance?: number
  /** People's scores, except those from feedback; `others` gives all other students one too. */
  scores?: Record<string, number | null>
  others?: boolean
}
