import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { ExternalLink } from '../../../contract/contents.ts'
import { linkDescriptionMost, linkNameMost, linkUrlMost, linkWrites } from '../../../contract/staff/links.ts'
import { NOW, type PublishField } from '../../changes/publishing.ts'
import { ThingDialog } from '../../changes/ThingDialog.tsx'
import { useThingForm } from '../../changes/useThingForm.ts'
import { WhenFields } from '../../changes/WhenFields.tsx'
import { useLeave } from '../../common/useLeave.ts'
import { useCourseId } from '../../courses/queries.ts'
import type { Start } from '../../forms/useForm.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { linksOf } from '../queries.ts'
import { EditListed } from './EditListed.tsx'

interface Fields extends PublishField {
  link_name: string
  link_url: string
  link_description: string
}

const empty: Start<Fields> = { values: { link_name: '', link_url: '', link_description: '', publish_at: NOW } }
const startOf = ({ link_name, link_url, link_description, publish_at = null, revision }: ExternalLink) => ({
  values: { link_name, link_url, link_description, publish_at },
  revision,
})

/** Makes or edits an external link, over the contents. */
export default function LinkDialog() {
  const { link_id: id } = useParams()
  const things = useQuery(linksOf(useCourseId()))
  return (
    <EditListed {...{ id, things, empty, startOf }}>
      {(start, list) => <LinkForm id={id} start={start} list={list} />}
    </EditListed>
  )
}

function LinkForm({ id, start, list }: { id: string | undefined; start: Start<Fields>; list: string }) {
  const { contents: t, publishing } = useAuthoring()
  const course_id = useCourseId()
  const leave = useLeave()
  const onLeave = () => leave(list)
  const form = useThingForm<Fields, ExternalLink>({
    ...{ what: 'link', id, start, isSingle: true, texts: ['link_description'], startOf, onLeave },
    check: ({ link_name, link_url, publish_at }) => ({
      ...(link_name.trim() === '' && { link_name: t.needName }),
      ...(!/^https?:\/\/[^\s/]/i.test(link_url.trim()) && { link_url: t.needAddress }),
      ...(publish_at === '' && { publish_at: publishing.needTime }),
    }),
    create: (body, idempotencyKey) =>
      callWithHeaders(linkWrites.create, { params: { course_id }, body, idempotencyKey }),
    edit: (link_id, body, revision) =>
      callWithHeaders(linkWrites.edit, { params: { course_id, link_id }, body, revision }),
    onSaved: () => void queries.invalidateQueries({ queryKey: linksOf(course_id).queryKey }),
  })
  const { values, errors, conflicts, set } = form
  return (
    <ThingDialog
      title={id ? t.editLink : t.addLink}
      form={form}
      theirs={[conflicts.link_name, conflicts.link_url]}
      bothStand={conflicts.link_description !== undefined}
      onLeave={onLeave}
    >
      <TextField
        label={t.address}
        type="url"
        inputMode="url"
        placeholder="https://"
        value={values.link_url}
        onChange={(link_url) => set({ link_url })}
        error={errors.link_url}
        maxLength={linkUrlMost}
        data-autofocus=""
      />
      <TextField
        label={t.name}
        value={values.link_name}
        onChange={(link_name) => set({ link_name })}
        error={errors.link_name}
        maxLength={linkNameMost}
      />
      <TextArea
        label={t.description}
        value={values.link_description}
        onChange={(link_description) => set({ link_description })}
        error={errors.link_description}
        rows={2}
        maxLength={linkDescriptionMost}
      />
      {!form.isOut && (
        <div className="grid gap-4 lg:grid-cols-2">
          <WhenFields at={values.publish_at} set={set} error={errors.publish_at} />
        </div>
      )}
    </ThingDialog>
  )
}
