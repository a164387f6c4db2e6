import { useId, useState } from 'react'
import { Avatar } from './Avatar.tsx'
import { Checkbox } from './Checkbox.tsx'
import { Finder } from './Finder.tsx'
import { longEnglish, longThai, Row, Specimen } from './GallerySpecimen.tsx'
import { BookIcon, FileTextIcon, MoonIcon } from './icons.tsx'
import { Keys } from './Keys.tsx'
import { NumberField } from './NumberField.tsx'
import { RadioOption } from './RadioOption.tsx'
import { SearchField } from './SearchField.tsx'
import { Select } from './Select.tsx'
import { Switch } from './Switch.tsx'
import { TextArea } from './TextArea.tsx'
import { TextField } from './TextField.tsx'

export function Forms() {
  const [text, setText] = useState('')
  const [search, setSearch] = useState('algorithms')
  const [year, setYear] = useState<number | null>(2025)
  const [semester, setSemester] = useState('2025-2')
  const [checked, setChecked] = useState(true)
  const [dark, setDark] = useState(true)
  const [answer, setAnswer] = useState<string | null>('1')
  const question = useId()
  return (
    <Specimen name="TextField, TextArea, SearchField, NumberField, Select, Checkbox, RadioOption, Switch, Keys, Finder">
      <TextField
        label="Group name"
        value={text}
        onChange={setText}
        placeholder="The quiet ones"
        help="Everyone sees it."
      />
      <TextField label="Slogan" value={text} onChange={setText} error="A slogan has at most 80 letters." />
      <TextField label="Closed" value={longThai} onChange={setText} disabled />
      <TextArea label="Your ideas" value={text} onChange={setText} placeholder="Write your ideas ..." rows={3} />
      <SearchField label="Search" value={search} onChange={setSearch} clearLabel="Clear" placeholder="Search files" />
      <div className="grid gap-4 lg:grid-cols-2">
        <NumberField label="Year" min={2009} max={2026} value={year} onChange={setYear} />
        <Select
          label="Semester"
          value={semester}
          onChange={setSemester}
          options={[
            { value: '2025-2', label: '2025 / 2' },
            { value: '2025-1', label: longThai },
          ]}
        />
      </div>
      <fieldset className="grid gap-2" aria-label="Add members">
        <Checkbox checked={checked} onChange={setChecked}>
          <span className="flex items-center gap-3">
            <Avatar id="a" name="Ploy Srisuk" size={32} /> Ploy Srisuk
          </span>
        </Checkbox>
        <Checkbox checked={!checked} onChange={(on) => setChecked(!on)} help="Already in another group">
          {longThai}
        </Checkbox>
        <Checkbox checked onChange={() => {}} disabled>
          You
        </Checkbox>
      </fieldset>
      <fieldset className="grid gap-2" aria-label="Which of these is a tree?">
        {['A list whose last points to its first', 'A connected graph without a cycle', longThai].map(
          (option, index) => (
            <RadioOption
              key={option}
              name={question}
              value={String(index)}
              index={index}
              checked={answer === String(index)}
              onChange={setAnswer}
            >
              {option}
            </RadioOption>
          ),
        )}
        <RadioOption name={`${question}-off`} value="3" index={3} checked={false} onChange={() => {}} disabled>
          Not any more
        </RadioOption>
      </fieldset>
      <Switch
        label="Dark mode"
        icon={<MoonIcon />}
        checked={dark}
        onChange={setDark}
        help="Easy on the eyes at night."
      />
      <Switch label="Off" checked={false} onChange={() => {}} />
      <Switch label="Not yours to change" checked disabled onChange={() => {}} />
      <Row>
        <Keys of={['Ctrl', 'K']} />
        <Keys of={['G', 'H']} />
      </Row>
      <Places />
    </Specimen>
  )
}

function Places() {
  const [value, setValue] = useState('')
  const groups = [
    {
      label: 'Courses',
      items: [
        { to: '/ui/1', icon: <BookIcon size={20} />, name: 'Computer Programming', detail: '2110101 · 2026/1' },
        { to: '/ui/2', icon: <BookIcon size={20} />, name: longThai, detail: longEnglish },
      ],
    },
    { label: 'Files', items: [{ to: '/ui/3', icon: <FileTextIcon size={20} />, name: longEnglish, detail: 'Week 1' }] },
  ]
  return (
    <Finder
      label="Search courses, files, assignments, topics"
      listLabel="Places"
      value={value}
      onChange={setValue}
      groups={groups.map((group) => ({ ...group, items: group.items.filter(({ name }) => name.includes(value)) }))}
      status=""
      onGo={() => {}}
      onIntent={() => {}}
    />
  )
}
