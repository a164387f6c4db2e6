import type { MeetingData } from '../types.ts'

export const meetings: MeetingData[] = [
  {
    title: 'Office hour',
    host: 'Arthit Suwannarat',
    start: '+22h',
    posted: '-2d@12:00',
    link: 'https://meet.example/j/92110101501',
  },
  {
    title: 'Project workshop: bring your proposal',
    host: 'Siriporn Chaiyasit',
    start: '+5d@19:00',
    posted: '-20h',
    link: 'https://meet.example/j/92110101502',
  },
  {
    title: 'ทบทวนก่อนสอบปลายภาค',
    host: 'Mali Rungrueang',
    start: '+13d@18:00',
    posted: '-3d@12:00',
    link: 'https://meet.example/j/92110101503',
  },
  {
    title: 'Questions before Quiz 2',
    host: 'Mali Rungrueang',
    start: '-8d@19:00',
    posted: '-11d@12:00',
    link: 'https://meet.example/j/92110101504',
  },
  {
    title: 'Recursion, once more from the beginning',
    host: 'Arthit Suwannarat',
    start: '-10d@19:00',
    posted: '-13d@12:00',
    link: 'https://meet.example/j/92110101505',
    recording: {
      show: true,
      password: 'rain#2110',
      video: 'lecture-clip.mp4',
      audio: 'lecture-audio.m4a',
      expire: '+8w@23:59',
    },
  },
  {
    title: 'Make-up class',
    host: 'Siriporn Chaiyasit',
    start: '-2w@09:00',
    posted: '-3w@12:00',
    link: 'https://meet.example/j/92110101506',
    recording: { show: false, password: 'not yet', video: 'lecture-clip.webm', expire: '+4w@23:59' },
  },
  {
    title: 'Guest lecture: numbers in the weather',
    host: 'Arthit Suwannarat',
    start: '-5w@13:00',
    posted: '-6w@12:00',
    link: 'https://meet.example/j/92110101507',
    recording: { show: true, video: 'https://meet.example/rec/92110101507/play', expire: '-1w@23:59' },
  },
]
