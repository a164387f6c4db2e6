-- Who takes an upload away looks up whether a meeting refers to it: without these, through all meetings.
create index meetings_video_upload on meetings (recording_video_upload) where recording_video_upload is not null;
create index meetings_audio_upload on meetings (recording_audio_upload) where recording_audio_upload is not null;
