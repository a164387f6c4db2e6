import { Icon, type IconProps } from './Icon.tsx'

export const BellIcon = (props: IconProps) => (
  <Icon d="M6 10a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7ZM10 20.5a2.2 2.2 0 0 0 4 0" {...props} />
)
export const UserIcon = (props: IconProps) => (
  <Icon d="M8 8a4 4 0 1 0 8 0a4 4 0 1 0 -8 0ZM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6" {...props} />
)
export const HomeIcon = (props: IconProps) => (
  <Icon d="M3.5 11.5 12 4l8.5 7.5M5.5 10v9a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1v-9M10 20v-5.5h4V20" {...props} />
)
export const FolderIcon = (props: IconProps) => (
  <Icon d="M3 7a2 2 0 0 1 2-2h4.2l2 2.5H19a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2Z" {...props} />
)
export const FileIcon = (props: IconProps) => (
  <Icon d="M7 3h7l5 5v11a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM14 3v5h5" {...props} />
)
export const FileTextIcon = (props: IconProps) => (
  <Icon d="M7 3h7l5 5v11a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM14 3v5h5M8.5 12.5h7M8.5 16h5" {...props} />
)
export const ImageIcon = (props: IconProps) => (
  <Icon
    d="M5 4h14a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2ZM7 9.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0ZM21 15.5 16 11 6.5 20"
    {...props}
  />
)
export const VideoIcon = (props: IconProps) => (
  <Icon
    d="M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2ZM10 9.2v5.6l4.6-2.8Z"
    {...props}
  />
)
export const AudioIcon = (props: IconProps) => (
  <Icon
    d="M4 13.5V12a8 8 0 0 1 16 0v1.5M4 14.5a1.5 1.5 0 0 1 3 0v3a1.5 1.5 0 0 1-3 0ZM17 14.5a1.5 1.5 0 0 1 3 0v3a1.5 1.5 0 0 1-3 0Z"
    {...props}
  />
)
export const LinkIcon = (props: IconProps) => (
  <Icon
    d="M10 14a4 4 0 0 0 5.9.2l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-5.9-.2l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2"
    {...props}
  />
)
export const PlaylistIcon = (props: IconProps) => <Icon d="M4 6h16M4 11h10M4 16h7M15.5 13.5v6l5-3Z" {...props} />
export const AssignmentIcon = (props: IconProps) => (
  <Icon
    d="M9 4.5H7a2 2 0 0 0-2 2V19a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V6.5a2 2 0 0 0-2-2h-2M10 3h4a1 1 0 0 1 1 1v1.5a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-1.5a1 1 0 0 1 1 -1ZM9 14l2.2 2.2L15.2 12"
    {...props}
  />
)
export const DiscussionIcon = (props: IconProps) => (
  <Icon d="M8 15.5 4 18.5V6a2 2 0 0 1 2-2h9a2 2 0 0 1 2 2v7.5a2 2 0 0 1-2 2ZM20 9v11.5l-3.2-2.5H11" {...props} />
)
export const GroupIcon = (props: IconProps) => (
  <Icon
    d="M5.5 8.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0ZM2.5 19.5c.5-3.4 3.1-5 6.5-5s6 1.6 6.5 5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.9c2 .7 3.2 2.3 3.5 4.6"
    {...props}
  />
)
export const MeetingIcon = (props: IconProps) => (
  <Icon
    d="M4.5 6h8.5a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-8.5a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2ZM15 10.5l6.5-3.5v10L15 13.5"
    {...props}
  />
)
export const GradeIcon = (props: IconProps) => <Icon d="M5 20v-7M12 20V4.5M19 20V9.5M3 20h18" {...props} />
export const InfoIcon = (props: IconProps) => (
  <Icon d="M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0ZM12 11v5M12 8v.01" {...props} />
)
export const CalendarIcon = (props: IconProps) => (
  <Icon
    d="M5.5 5h13a2 2 0 0 1 2 2v11.5a2 2 0 0 1 -2 2h-13a2 2 0 0 1 -2 -2v-11.5a2 2 0 0 1 2 -2ZM3.5 10h17M8 3v4M16 3v4"
    {...props}
  />
)
export const ClockIcon = (props: IconProps) => (
  <Icon d="M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0ZM12 7v5l3.2 2" {...props} />
)
export const CheckIcon = (props: IconProps) => <Icon d="M5 12.5l4.5 4.5L19 7.5" {...props} />
export const CheckCircleIcon = (props: IconProps) => (
  <Icon d="M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0ZM8 12.3l2.8 2.8L16 9.5" {...props} />
)
export const CircleIcon = (props: IconProps) => <Icon d="M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0Z" {...props} />
export const AlertIcon = (props: IconProps) => (
  <Icon
    d="M10.3 4.5 2.9 17.5A2 2 0 0 0 4.6 20.5h14.8a2 2 0 0 0 1.7-3L13.7 4.5a2 2 0 0 0-3.4 0ZM12 10v4M12 17v.01"
    {...props}
  />
)
export const XIcon = (props: IconProps) => <Icon d="M6 6l12 12M18 6 6 18" {...props} />
export const MinusIcon = (props: IconProps) => <Icon d="M6 12h12" {...props} />
export const ChevronDownIcon = (props: IconProps) => <Icon d="M6 9l6 6 6-6" {...props} />
export const ChevronLeftIcon = (props: IconProps) => <Icon d="M15 6l-6 6 6 6" {...props} />
export const ChevronRightIcon = (props: IconProps) => <Icon d="M9 6l6 6-6 6" {...props} />
export const ArrowLeftIcon = (props: IconProps) => <Icon d="M20 12H4.5M10.5 6l-6 6 6 6" {...props} />
export const SearchIcon = (props: IconProps) => (
  <Icon d="M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0ZM20 20l-4.3-4.3" {...props} />
)
export const PlusIcon = (props: IconProps) => <Icon d="M12 5v14M5 12h14" {...props} />
export const SendIcon = (props: IconProps) => (
  <Icon d="M20.5 3.5 3.5 10l6.5 3.5M20.5 3.5 14 20.5l-4-7M20.5 3.5 10 13.5" {...props} />
)
export const ReplyIcon = (props: IconProps) => <Icon d="M9.5 6 4 11.5 9.5 17M4.5 11.5H13c4.5 0 7 2.5 7 7" {...props} />
export const PrintIcon = (props: IconProps) => (
  <Icon d="M7 8.5V4h10v4.5M7 16.5H4.5v-8h15v8H17M7 13.5h10V20H7Z" {...props} />
)
export const DownloadIcon = (props: IconProps) => <Icon d="M12 4v11M7 10.5l5 5 5-5M4.5 19.5h15" {...props} />
export const UploadIcon = (props: IconProps) => <Icon d="M12 16V5M7 9.5l5-5 5 5M4.5 19.5h15" {...props} />
export const SunIcon = (props: IconProps) => (
  <Icon
    d="M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4"
    {...props}
  />
)
export const MoonIcon = (props: IconProps) => (
  <Icon d="M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2Z" {...props} />
)
export const SystemIcon = (props: IconProps) => (
  <Icon d="M5 4h14a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2ZM12 16v4M8.5 20h7" {...props} />
)
export const MenuIcon = (props: IconProps) => <Icon d="M4 7h16M4 12h16M4 17h16" {...props} />
export const LogoutIcon = (props: IconProps) => (
  <Icon d="M10 4H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h4M15 8l4 4-4 4M19 12H9.5" {...props} />
)
export const HistoryIcon = (props: IconProps) => (
  <Icon d="M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4.5v4h4M12 8v4.2l3 1.8" {...props} />
)
export const SettingsIcon = (props: IconProps) => (
  <Icon
    d="M4 7h9M19 7h1M4 17h1M11 17h9M13.5 7a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0ZM5.5 17a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0Z"
    {...props}
  />
)
export const LanguageIcon = (props: IconProps) => (
  <Icon
    d="M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0ZM3.3 9.5h17.4M3.3 14.5h17.4M12 3c-2.5 2.5-3.7 5.5-3.7 9s1.2 6.5 3.7 9c2.5-2.5 3.7-5.5 3.7-9S14.5 5.5 12 3Z"
    {...props}
  />
)
export const PauseIcon = (props: IconProps) => <Icon d="M9 6v12M15 6v12" {...props} />
export const PlayIcon = (props: IconProps) => <Icon d="M8 5.5v13l10.5-6.5Z" {...props} />
export const ExpandIcon = (props: IconProps) => (
  <Icon d="M14.5 4H20v5.5M9.5 20H4v-5.5M20 4l-6.5 6.5M4 20l6.5-6.5" {...props} />
)
export const CollapseIcon = (props: IconProps) => (
  <Icon d="M19.5 10.5H14V5M4.5 13.5H10V19M14 10.5l6.5-6.5M10 13.5 3.5 20" {...props} />
)
export const PinIcon = (props: IconProps) => <Icon d="M12 16.5V21M9 4h6M10 4v6l-3 3.5v3h10v-3l-3-3.5V4" {...props} />
export const LockIcon = (props: IconProps) => (
  <Icon
    d="M7 11h10a2 2 0 0 1 2 2v5.5a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-5.5a2 2 0 0 1 2 -2ZM8 11V8a4 4 0 0 1 8 0v3"
    {...props}
  />
)
export const MailIcon = (props: IconProps) => (
  <Icon
    d="M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2ZM3.5 7l8.5 6 8.5-6"
    {...props}
  />
)
export const ExternalIcon = (props: IconProps) => (
  <Icon d="M13.5 4.5h6v6M19.5 4.5 11 13M17 14v4a2 2 0 0 1-2 2H6.5a2 2 0 0 1-2-2V9.5a2 2 0 0 1 2-2h4" {...props} />
)
export const StarIcon = (props: IconProps) => (
  <Icon d="M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9L3.5 9.7l5.9-.8Z" {...props} />
)
export const ReceiptIcon = (props: IconProps) => (
  <Icon d="M5.5 3.5h13v17l-2.2-1.6-2.1 1.6-2.2-1.6-2.2 1.6-2.1-1.6-2.2 1.6ZM9 8.5h6M9 12.5h6" {...props} />
)
export const RetryIcon = (props: IconProps) => <Icon d="M20 5v5h-5M19.5 10A8 8 0 1 0 20 14" {...props} />
export const TrashIcon = (props: IconProps) => (
  <Icon
    d="M4.5 6.5h15M9 6V4.5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1V6M6.5 6.5l.8 12.6a1.5 1.5 0 0 0 1.5 1.4h6.4a1.5 1.5 0 0 0 1.5-1.4l.8-12.6M10 10.5v6M14 10.5v6"
    {...props}
  />
)
export const EyeIcon = (props: IconProps) => (
  <Icon
    d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM9.2 12a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0"
    {...props}
  />
)
export const EyeOffIcon = (props: IconProps) => (
  <Icon
    d="M4 4l16 16M6.5 7.3C3.900 9.200 2.500 12 2.500 12S6 18.500 12 18.500c1.900 0 3.500-.6 4.900-1.500M10 5.700c.6-.1 1.300-.2 2-.2 6 0 9.500 6.500 9.500 6.500s-.8 1.500-2.300 3.100M10 10.100a2.800 2.800 0 0 0 3.900 3.900"
    {...props}
  />
)
export const EditIcon = (props: IconProps) => (
  <Icon d="M4 20l1-4.2L16.3 4.5a1.8 1.8 0 0 1 2.6 0l.6.6a1.8 1.8 0 0 1 0 2.6L8.2 19ZM14 7l3 3" {...props} />
)
export const BookIcon = (props: IconProps) => (
  <Icon
    d="M12 6.5C10 5 7 4.5 3.5 4.5V18c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2V4.5C17 4.5 14 5 12 6.5ZM12 6.5V20"
    {...props}
  />
)
export const MegaphoneIcon = (props: IconProps) => (
  <Icon
    d="M4 10.5v3A1.5 1.5 0 0 0 5.5 15H8l8.5 4V5L8 9H5.5A1.5 1.5 0 0 0 4 10.5ZM8.5 15v3.5a1.5 1.5 0 0 0 3 0v-2M19.5 9.5a3.5 3.5 0 0 1 0 5"
    {...props}
  />
)
