import { useNavigate } from 'react-router'
import { offline } from '../../contract/staff/offline.ts'
import { useCourseId } from '../courses/queries.ts'
import type { Row } from '../grading/rows.tsx'
import { useAuthoring } from '../i18n/authoring.ts'
import { currentLanguage } from '../i18n/index.ts'
import { CallError, call } from '../loading/call.ts'
import { DownloadIcon, UploadIcon } from '../ui/icons.tsx'
import type { Action } from '../ui/staff/ActionMenu.tsx'
import { toast } from '../ui/Toast.tsx'

/** Downloads works, all or the selected ones, and imports points and comments from a file. */
export function useOffline(asgn_id: string, chosen: Row[]): Action[] {
  const { offline: t } = useAuthoring()
  const course_id = useCourseId()
  const navigate = useNavigate()
  async function download() {
    const people = chosen.length > 0 ? chosen.map(({ owner_id }) => owner_id) : ('all' as const)
    try {
      const { address, works, bytes } = await call(offline.prepare, {
        params: { course_id, asgn_id },
        body: { people, language: currentLanguage() },
      })
      if (works === 0) return toast(t.nothing)
      // The browser shows the progress, and continues when the person leaves this page.
      Object.assign(document.createElement('a'), { href: address, download: '' }).click()
      toast(t.onItsWay(works, (bytes / 1_000_000).toFixed(1)))
    } catch (error) {
      toast(error instanceof CallError && error.code === 'too_large' ? t.tooLarge : t.failed, 'wrong')
    }
  }
  const from = `${location.pathname}${location.search}`
  return [
    {
      id: 'download',
      label: chosen.length > 0 ? t.downloadChosen(chosen.length) : t.download,
      icon: <DownloadIcon />,
      run: () => void download(),
    },
    {
      id: 'import',
      label: t.import,
      icon: <UploadIcon />,
      run: () => void navigate('import', { state: { from }, preventScrollReset: true }),
    },
  ]
}
