import { useEffect, useState } from 'react'
import {
  addressMost,
  type CourseSettings,
  courseCodeMost,
  courseNameMost,
  courseNameShortMost,
  courseSectionMost,
  courseWrites,
  regradeDaysMost,
} from '../../../contract/staff/courses.ts'
import { Present } from '../../changes/Present.tsx'
import { changeOfHeaders, toastWithUndo } from '../../changes/undo.ts'
import { AppLink } from '../../common/AppLink.tsx'
import { FormNotes } from '../../forms/FormNotes.tsx'
import { LeaveGuard } from '../../forms/LeaveGuard.tsx'
import { changedFields } from '../../forms/mergeFields.ts'
import { SaveBar } from '../../forms/SaveBar.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useAskGrades } from '../../grading/useAskGrades.tsx'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useLanguage } from '../../i18n/index.ts'
import { call, callWithHeaders } from '../../loading/call.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { Card } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { HistoryIcon } from '../../ui/icons.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { Combobox } from '../../ui/staff/Combobox.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { bodyOf, type Fields, isRule, startOf, wrongIn } from './fields.ts'
import { exampleOf, LateRuleField } from './LateRuleField.tsx'
import { PictureField } from './PictureField.tsx'
import { showSettings } from './queries.ts'
import { TabsField } from './TabsField.tsx'

const abilities = ['author', 'people', 'grade', 'release', 'settings'] as const

/** The zones that this browser knows, by name, including the course's. */
const zonesWith = (zone: string) => [...new Set([zone, ...Intl.supportedValuesOf('timeZone')])].sort()

export function SettingsForm({ settings }: { settings: CourseSettings }) {
  const authoring = useAuthoring()
  const t = authoring.courses
  const language = useLanguage()
  const { _id: course_id } = settings
  const [start] = useState(() => startOf(settings))
  const { mayGo, question } = useAskGrades()
  const form = useForm<Fields, { data: CourseSettings; headers: Headers }>({
    start,
    texts: ['course_objective'],
    what: 'course',
    place: course_id,
    check: (values) => wrongIn(values, t),
    async look(values, from) {
      const changed = changedFields(from.values, values)
      if (!(changed.late_rule || changed.zone)) return mayGo(undefined)
      const input = { params: { course_id }, body: bodyOf(changed), revision: from.revision }
      return mayGo((await call(courseWrites.edit, { ...input, query: { dry_run: 'true' } })).grades)
    },
    send: (values, from) =>
      callWithHeaders(courseWrites.edit, {
        params: { course_id },
        body: bodyOf(changedFields(from.values, values)),
        revision: from.revision,
      }),
    readCurrent: (current) => startOf(current as CourseSettings),
    readSaved: ({ data }) => startOf(data),
  })
  const { values, errors, set } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is made anew with each drawing, and does the same
  useEffect(() => form.renew(startOf(settings)), [settings])
  const field = (name: keyof Fields & string) => ({
    value: values[name] as string,
    onChange: (value: string) => set({ [name]: value }),
    error: errors[name],
  })

  async function save() {
    const answer = await form.submit()
    if (!answer) return
    toastWithUndo(t.saved, course_id, changeOfHeaders(answer.headers), authoring.writes)
    await showSettings(course_id, answer.data)
  }

  const [conflict] = Object.values(form.conflicts)
  const theirRule = form.conflicts.late_rule
  const theirs = theirRule && isRule(theirRule) ? exampleOf(theirRule, t.late) : conflict
  return (
    <form
      noValidate
      aria-label={t.settings}
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <FormNotes
        form={form}
        theirs={typeof theirs === 'string' ? theirs : undefined}
        bothStand={form.conflicts.course_objective !== undefined}
      />
      <Card className="grid gap-4">
        <h3 className="font-semibold text-lg">{t.naming}</h3>
        <TextField label={t.name} {...field('course_name')} maxLength={courseNameMost} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={t.code} {...field('course_code')} maxLength={courseCodeMost} />
          <TextField
            label={t.nameShort}
            help={t.nameShortHelp}
            {...field('course_name_short')}
            maxLength={courseNameShortMost}
          />
          <TextField
            label={t.section}
            help={t.sectionHelp}
            {...field('course_section')}
            maxLength={courseSectionMost}
          />
          <TextField
            label={t.year}
            help={t.yearHelp}
            inputMode="numeric"
            {...field('course_academic_year')}
            maxLength={4}
          />
          <Select
            label={t.semester}
            {...field('course_semester')}
            options={['1', '2', '3'].map((value) => ({ value, label: value }))}
          />
          <div className="grid gap-1.5">
            <Combobox
              label={t.zone}
              language={language}
              words={authoring.combobox}
              value={values.zone}
              onChange={(zone) => set({ zone })}
              options={zonesWith(values.zone).map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
            />
            <p className="text-ink-soft text-sm">{errors.zone ?? t.zoneHelp}</p>
          </div>
        </div>
      </Card>
      <Card className="grid gap-4">
        <h3 className="font-semibold text-lg">{t.picture}</h3>
        <PictureField {...{ courseId: course_id, values, set, isRefused: errors.course_image !== undefined }} />
      </Card>
      <Card className="grid gap-4">
        <h3 className="font-semibold text-lg">{t.about}</h3>
        <TextArea label={t.objectives} help={t.objectivesHelp} {...field('course_objective')} />
        {(['facebook', 'team', 'echo'] as const).map((name) => (
          <TextField
            key={name}
            label={t[name]}
            help={t.addressHelp}
            type="url"
            {...field(name)}
            maxLength={addressMost}
          />
        ))}
      </Card>
      <Card className="grid gap-3">
        <h3 className="font-semibold text-lg">{t.tabs}</h3>
        <p className="text-ink-soft text-sm">{t.tabsHelp}</p>
        <TabsField tabs={values.tabs} onChange={(tabs) => set({ tabs })} />
      </Card>
      <Card className="grid gap-3">
        <h3 className="font-semibold text-lg">{t.late.title}</h3>
        <LateRuleField rule={values.late_rule} onChange={(late_rule) => set({ late_rule })} />
      </Card>
      <Card className="grid gap-3">
        <h3 className="font-semibold text-lg">{t.regrades.title}</h3>
        <NumberField
          {...{ label: t.regrades.days, help: t.regrades.help, min: 0, max: regradeDaysMost }}
          value={values.regrade_days}
          onChange={(regrade_days) => set({ regrade_days })}
          error={errors.regrade_days}
          className="sm:max-w-80"
        />
      </Card>
      <Card className="grid gap-1">
        <h3 className="mb-1 font-semibold text-lg">{t.assistants}</h3>
        {abilities.map((ability) => (
          <Checkbox
            key={ability}
            checked={values.assistants_may.includes(ability)}
            disabled={!settings.can.assistants_may}
            onChange={(on) =>
              set({
                assistants_may: abilities.filter((one) => (one === ability ? on : values.assistants_may.includes(one))),
              })
            }
          >
            {t.may[ability]}
          </Checkbox>
        ))}
        {!settings.can.assistants_may && <p className="text-ink-soft text-sm">{t.assistantsByInstructor}</p>}
      </Card>
      <div className="flex flex-wrap items-center gap-3">
        <Present thing={course_id} doing={form.dirty ? 'editing' : 'looking'} />
        <AppLink to={`/course/${course_id}/history?area=settings`} className={buttonClass('quiet', 'md', 'ms-auto')}>
          <HistoryIcon size={18} />
          {t.history}
        </AppLink>
      </div>
      {form.dirty && (
        <SaveBar
          {...{ note: authoring.form.unsaved, discardLabel: t.discard, saveLabel: t.save }}
          sending={form.sending}
          onDiscard={form.discard}
        />
      )}
      {question(() => void save(), form.turnBack)}
      <LeaveGuard when={form.dirty && !form.kept} />
    </form>
  )
}
