import type { GroupingData } from '../types.ts'

/** Ploy is in a project team and in no pair of the laboratory. */
export const groupings: GroupingData[] = [
  {
    key: 'project',
    name: 'Project teams',
    groups: [
      {
        name: 'The Off-By-Ones',
        description: 'Almost there, exactly once too often',
        img: 'course-orbit.webp',
        members: ['ploy', 'boon', 'gita', 'tawan'],
      },
      {
        name: 'ทีมฝนพรำ',
        description: 'ค่อย ๆ เขียน แต่เขียนทุกวัน',
        img: 'course-rain.webp',
        members: ['nat', 'fah', 'mint', 'jirayu'],
      },
      { name: 'Segmentation Vault', description: 'We keep our secrets in core', members: ['daniel', 'samira', 'linh'] },
      { name: 'Null and Friends', members: ['ananya', 'peem', 'oraya', 'zhiwei', 'patcha'] },
      { name: 'Solo', description: 'One is a group', members: ['isara'] },
    ],
  },
  {
    key: 'pairs',
    name: 'Laboratory pairs',
    groups: [
      { name: 'Bench 1', members: ['nat', 'arisa'] },
      { name: 'Bench 2', description: 'Next to the window', members: ['bancha', 'chalida'] },
      { name: 'Bench 3', members: ['duangjai', 'ekkarat'] },
      { name: 'Bench 4', description: 'โต๊ะหลังสุด', members: ['hathai', 'kanda'] },
      { name: 'Bench 5', members: ['lalita', 'manop'] },
      { name: 'Bench 6', members: ['napat', 'nicha'] },
    ],
  },
]
