import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams, useSearchParams } from 'react-router'
import type { ContentItem } from '../../../contract/contents.ts'
import { contentNameMost, contentWrites, type NewContent, pageMost } from '../../../contract/staff/contents.ts'
import { NOW, type PublishField } from '../../changes/publishing.ts'
import { ThingDialog } from '../../changes/ThingDialog.tsx'
import { useEdited } from '../../changes/useEdited.ts'
import { useThingForm } from '../../changes/useThingForm.ts'
import { WhenFields } from '../../changes/WhenFields.tsx'
import { useLeave } from '../../common/useLeave.ts'
import { useCan } from '../../courses/membership.ts'
import { useCourseId } from '../../courses/queries.ts'
import { withBare } from '../../editor/addresses.ts'
import MarkdownEditor from '../../editor/MarkdownEditor.tsx'
import type { Start } from '../../forms/useForm.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { callWithHeaders, isNotFound, repeated } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { TextField } from '../../ui/TextField.tsx'
import { sendFile } from '../../uploads/send.ts'
import { contentOf } from '../queries.ts'

interface Fields extends PublishField {
  file_name: string
  file_page: string
}

const empty: Start<Fields> = { values: { file_name: '', file_page: '', publish_at: NOW } }
const startOf = ({ file_name, file_page = '', publish_at = null, revision }: ContentItem): Start<Fields> => ({
  values: { file_name, file_page: withBare(file_page), publish_at },
  revision,
})

/** The text as a file, for people who download the page. The same key again is the same upload. */
async function asFile(name: string, text: string, idempotencyKey: string): Promise<string> {
  const file = new File([text], `${name.replaceAll(/[/\\]/g, '-')}.md`, { type: 'text/markdown' })
  const sending = { onProgress: () => {}, signal: new AbortController().signal }
  return (await repeated(idempotencyKey, (key) => sendFile(file, { ...sending, idempotencyKey: key }))).location
}

/** Writes a page among the files, or edits it. `?in=` names the folder of a new one. */
export default function PageDialog() {
  const courseId = useCourseId()
  const list = `/course/${courseId}/content`
  const { content_id: id } = useParams()
  const [search] = useSearchParams()
  const { author } = useCan()
  const { data, error, isLoadingError } = useQuery({ ...contentOf(courseId, id ?? ''), enabled: id !== undefined })
  const isAbsent = isLoadingError || isNotFound(error) || (data && !data.is_page)
  const { thing, gone } = useEdited(id, isAbsent ? null : data)
  if (!author || (id && thing === null)) return <Navigate to={list} replace />
  const start = id ? thing && { ...startOf(thing), gone } : empty
  return start && <PageForm id={id} folder={search.get('in')} start={start} list={list} />
}

interface Props {
  id: string | undefined
  folder: string | null
  start: Start<Fields>
  list: string
}

function PageForm({ id, folder, start, list }: Props) {
  const { contents: t, publishing } = useAuthoring()
  const course_id = useCourseId()
  const leave = useLeave()
  const onLeave = () => leave(list)
  const form = useThingForm<Fields, ContentItem>({
    ...{ what: 'page', id, start, isSingle: true, texts: ['file_page'], startOf, onLeave },
    check: ({ file_name, file_page, publish_at }) => ({
      ...(file_name.trim() === '' && { file_name: t.needName }),
      ...(file_page.trim() === '' && { file_page: t.needText }),
      ...(file_page.length > pageMost && { file_page: t.tooLong(file_page.length - pageMost) }),
      ...(publish_at === '' && { publish_at: publishing.needTime }),
    }),
    async create(values, idempotencyKey) {
      const location = await asFile(values.file_name, values.file_page, idempotencyKey)
      const body: NewContent = { ...values, file_description: '', parent_id: folder, location }
      const { data, headers } = await callWithHeaders(contentWrites.create, {
        params: { course_id },
        body,
        idempotencyKey,
      })
      return { data: 'items' in data ? (data.items[0] as ContentItem) : data, headers }
    },
    async edit(content_id, changed, revision, idempotencyKey, { file_name }) {
      const { file_page, ...rest } = changed
      const page = file_page !== undefined && {
        file_page,
        location: await asFile(file_name, file_page, idempotencyKey),
      }
      const body = { ...rest, ...page }
      return callWithHeaders(contentWrites.edit, { params: { course_id, content_id }, body, revision })
    },
    onSaved(saved) {
      // The next write of the page, such as restoring an earlier version, starts from the saved revision.
      const { file_page } = form.values
      queries.setQueryData(contentOf(course_id, saved._id).queryKey, { ...saved, file_page })
      void queries.invalidateQueries({ queryKey: ['courses', course_id, 'contents'] })
    },
  })
  const { values, errors, conflicts, set } = form
  return (
    <ThingDialog
      title={id ? t.editPage : t.newPage}
      form={form}
      theirs={conflicts.file_name}
      bothStand={conflicts.file_page !== undefined}
      onLeave={onLeave}
    >
      <TextField
        label={t.name}
        value={values.file_name}
        onChange={(file_name) => set({ file_name })}
        error={errors.file_name}
        maxLength={contentNameMost}
        data-autofocus=""
      />
      <MarkdownEditor
        label={t.text}
        placeholder={t.pagePlaceholder}
        value={values.file_page}
        saved={form.from.values.file_page}
        onChange={(file_page) => set({ file_page })}
        error={errors.file_page}
        onSubmit={() => void form.submit()}
      />
      {!form.isOut && (
        <div className="grid gap-4 lg:grid-cols-2">
          <WhenFields at={values.publish_at} set={set} error={errors.publish_at} />
        </div>
      )}
    </ThingDialog>
  )
}
