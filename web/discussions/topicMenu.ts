import { staffCode } from '../loading/StaffPart.tsx'

export const topicMenu = staffCode('TopicMenu', () => import('./staff/TopicMenu.tsx'))
