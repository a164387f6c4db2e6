import { useState } from 'react'
import { Avatar } from './Avatar.tsx'
import { Badge } from './Badge.tsx'
import { Button } from './Button.tsx'
import { Card } from './Card.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'
import { DockedMenu } from './DockedMenu.tsx'
import { DeskDrawing, HoorayDrawing } from './drawings.tsx'
import { Empty } from './Empty.tsx'
import { ErrorState } from './ErrorState.tsx'
import { ExpandRow } from './ExpandRow.tsx'
import { Footer } from './Footer.tsx'
import { longEnglish, longThai, Row, Specimen } from './GallerySpecimen.tsx'
import {
  AssignmentIcon,
  BellIcon,
  DiscussionIcon,
  FileIcon,
  FolderIcon,
  GradeIcon,
  GroupIcon,
  HomeIcon,
  InfoIcon,
  LogoutIcon,
  MeetingIcon,
  PlusIcon,
  SettingsIcon,
} from './icons.tsx'
import { Link, textLink } from './Link.tsx'
import { Logo } from './Logo.tsx'
import { Menu, MenuItem, MenuSeparator } from './Menu.tsx'
import { Panel } from './Panel.tsx'
import { TabPills } from './TabPills.tsx'
import { toast } from './Toast.tsx'
import { TopBar } from './TopBar.tsx'

const tabs = [
  { to: '/ui/home', label: 'Home', icon: <HomeIcon size={18} />, current: false },
  { to: '/ui/content', label: 'Content', icon: <FileIcon size={18} />, current: false },
  { to: '/ui', label: 'Assignments', icon: <AssignmentIcon size={18} />, current: true },
  { to: '/ui/discussion', label: 'Discussion', icon: <DiscussionIcon size={18} />, current: false },
  { to: '/ui/group', label: 'Group', icon: <GroupIcon size={18} />, current: false },
  { to: '/ui/meeting', label: 'Meeting', icon: <MeetingIcon size={18} />, current: false },
  { to: '/ui/grade', label: 'Grade', icon: <GradeIcon size={18} />, current: false },
  { to: '/ui/about', label: 'About', icon: <InfoIcon size={18} />, current: false },
]

export function Bar() {
  const [menu, setMenu] = useState(false)
  const [panel, setPanel] = useState(false)
  return (
    <TopBar
      start={
        <Link to="/ui" className="rounded-md">
          <Logo />
        </Link>
      }
      end={
        <>
          <Panel
            open={panel}
            onOpenChange={setPanel}
            label="Notifications, 3 unread"
            icon={<BellIcon />}
            count={3}
            title="Notifications"
            footer={
              <Link to="/notification" className={`grid min-h-11 place-items-center ${textLink}`}>
                See all
              </Link>
            }
          >
            <ul>
              {[longEnglish, longThai, 'Physics'].map((name) => (
                <li key={name}>
                  <Link
                    to="/ui"
                    className="block border-line border-b px-5 py-3 hover:bg-hover focus-visible:outline-offset-[-2px]"
                  >
                    <span className="font-semibold">{name}</span> posted an announcement
                    <span className="block text-ink-soft text-sm">2 hours ago</span>
                  </Link>
                </li>
              ))}
            </ul>
          </Panel>
          <Menu
            open={menu}
            onOpenChange={setMenu}
            label="Account"
            button={<Avatar id="p1" name="Ploy Srisuk" size={36} />}
            header={
              <>
                <p className="font-semibold">Ploy Srisuk</p>
                <p className="truncate text-ink-soft text-sm">ploy@demo.raintree.test</p>
              </>
            }
          >
            <MenuItem to="/join" icon={<PlusIcon />}>
              Join new course
            </MenuItem>
            <MenuItem to="/setting" icon={<SettingsIcon />}>
              Setting
            </MenuItem>
            <MenuSeparator />
            <MenuItem onAction={() => toast('Signed out')} icon={<LogoutIcon />}>
              Logout
            </MenuItem>
          </Menu>
        </>
      }
    />
  )
}

export function Frame({ theme }: { theme: string }) {
  const [shown, setShown] = useState<'dialog' | 'confirm' | 'long'>()
  const [pending, setPending] = useState(false)
  const close = () => setShown(undefined)
  return (
    <>
      <Specimen name="TabPills, DockedMenu (small screens)">
        <TabPills label={`Course, ${theme}`} items={tabs} />
        {theme === 'light' && <DockedMenu label="Tabs" openLabel="Open tabs" closeLabel="Close tabs" items={tabs} />}
      </Specimen>
      <Specimen name="Dialog, ConfirmDialog, Toast">
        <Row>
          <Button onClick={() => setShown('dialog')}>Dialog</Button>
          <Button onClick={() => setShown('long')}>Long dialog</Button>
          <Button onClick={() => setShown('confirm')}>Confirm</Button>
          <Button onClick={() => toast('You can only upload one file at a time!', 'wrong')}>Toast</Button>
          <Button onClick={() => toast('Saved', 'done')}>Good toast</Button>
        </Row>
        {(shown === 'dialog' || shown === 'long') && (
          <Dialog
            title={shown === 'long' ? longThai : 'Midterm moved to Friday'}
            header={<Badge tone="note">Announcement</Badge>}
            closeLabel="Close"
            onClose={(reason) => {
              toast(`Closed by ${reason}`)
              close()
            }}
            footer={(leave) => (
              <>
                <Button onClick={() => toast('From inside the dialog', 'done')}>Toast here</Button>
                <Button variant="primary" onClick={() => leave('button')}>
                  Got it
                </Button>
              </>
            )}
          >
            <div className="grid gap-4">
              {Array.from({ length: shown === 'long' ? 24 : 2 }, (_, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same paragraph again
                <p key={i} className="max-w-prose">
                  {longEnglish}. {longThai}
                </p>
              ))}
            </div>
          </Dialog>
        )}
        {shown === 'confirm' && (
          <ConfirmDialog
            title="Submit Assignment"
            confirmLabel="Submit"
            cancelLabel="Cancel"
            closeLabel="Close"
            pending={pending}
            onConfirm={() => {
              setPending(true)
              setTimeout(() => {
                setPending(false)
                close()
              }, 1500)
            }}
            onClose={close}
          >
            Are you sure you want to submit this assignment?
          </ConfirmDialog>
        )}
      </Specimen>
      <Specimen name="Empty, ErrorState">
        <Card pad="none">
          <Empty drawing={<DeskDrawing />} title="No discussions yet" text="This course currently have no discussion" />
        </Card>
        <Card pad="none">
          <Empty compact drawing={<HoorayDrawing />} title="Hooray! No assignment due in next 24 hours" />
        </Card>
        <Card pad="none">
          <ErrorState title="Something went wrong" text={longThai} retryLabel="Try again" onRetry={() => {}} />
        </Card>
      </Specimen>
      <Specimen name="ExpandRow">
        <Card pad="sm">
          <ExpandRow title="Lectures" icon={<FolderIcon />} meta="2 files">
            <ExpandRow title={longThai} icon={<FolderIcon />}>
              <p className="px-3 py-2">A file in a folder in a folder</p>
            </ExpandRow>
            <p className="px-3 py-2">A file</p>
          </ExpandRow>
          <ExpandRow title="Recordings" icon={<FolderIcon />} open>
            <p className="px-3 py-2">
              <Link to="/ui" look="text">
                A file with a link
              </Link>
            </p>
          </ExpandRow>
        </Card>
        <Card pad="none" className="divide-y divide-line overflow-hidden">
          <ExpandRow dense title={longThai} meta="9 / 10">
            <p>What there is to say of it</p>
          </ExpandRow>
          <ExpandRow dense title={longEnglish} meta="8 / 10" open>
            <p>What there is to say of it</p>
          </ExpandRow>
        </Card>
      </Specimen>
      <Specimen name="Footer">
        <Footer
          start="Version 0.0.1 · operated by the learning innovation centre of a university"
          end={
            <>
              <a href="#privacy" className="hover:underline">
                Privacy policy
              </a>
              <a href="#cookies" className="hover:underline">
                Cookie policy
              </a>
            </>
          }
        />
      </Specimen>
    </>
  )
}
