import { staffCode } from '../loading/StaffPart.tsx'

/** How a grade came about: code that only those load who have one. */
export const detailsCode = staffCode('FeedbackDetails', () => import('./FeedbackDetails.tsx'))
