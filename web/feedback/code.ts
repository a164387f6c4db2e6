import { staffCode } from '../loading/StaffPart.tsx'

/** The code of the explanation of a grade, which loads only for people who have a grade. */
export const detailsCode = staffCode('FeedbackDetails', () => import('./FeedbackDetails.tsx'))
