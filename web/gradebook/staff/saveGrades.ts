import { gradeTables } from '../../../contract/staff/gradeTables.ts'
import { downloadFile } from '../../common/downloadFile.ts'
import { callFile } from '../../loading/callFile.ts'
import { NO_SECTION } from './sections.ts'

/** The gradebook as the server writes it: with the ids by which an import knows its columns and people. @throws CallError */
export async function saveGrades(name: string, kind: 'csv' | 'xlsx', course_id: string, section: string) {
  const query = section === '' ? {} : { section: section === NO_SECTION ? '' : section }
  downloadFile(await callFile(gradeTables[kind], { params: { course_id }, query }), name, kind)
}
