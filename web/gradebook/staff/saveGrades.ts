import { gradeTables } from '../../../contract/staff/gradeTables.ts'
import { downloadFile } from '../../common/downloadFile.ts'
import { callFile } from '../../loading/callFile.ts'
import { NO_SECTION } from './sections.ts'

/**
 * Saves the gradebook as the server's file: with the ids by which an import finds its columns and people. @throws
 * CallError
 */
export async function saveGrades(name: string, kind: 'csv' | 'xlsx', course_id: string, section: string) {
  const query = section === '' ? {} : { section: section === NO_SECTION ? '' : section }
  downloadFile(await callFile(gradeTables[kind], { params: { course_id }, query }), name, kind)
}
