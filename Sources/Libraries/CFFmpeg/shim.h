#pragma once
#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/sha.h>
#include <libavutil/version.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <stdarg.h>
#include <stdio.h>

// Swift does not import macros that cast or call other macros; each of these gives one a name.

static inline int clipgate_error_eof(void) { return AVERROR_EOF; }
static inline int clipgate_error_again(void) { return AVERROR(EAGAIN); }
static inline int clipgate_error_exit(void) { return AVERROR_EXIT; }
static inline int clipgate_error_no_memory(void) { return AVERROR(ENOMEM); }
static inline int clipgate_error_from_errno(int number) { return AVERROR(number); }
static inline int64_t clipgate_no_timestamp(void) { return AV_NOPTS_VALUE; }

// Swift cannot name a C function as a pointer in a struct field of another module without a thunk;
// this one is the whole answer to every attempt of libav to open anything.
static inline int clipgate_refuse_open(
    AVFormatContext *context, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
  (void)context; (void)url; (void)flags; (void)options;
  *io = NULL;
  return AVERROR(EPERM);
}

// `va_list` reaches Swift as an opaque value: the line is put together here.
static inline int clipgate_format_log(
    char *line, int size, void *object, int level, const char *format, va_list arguments) {
  int print_prefix = 1;
  return av_log_format_line2(object, level, format, arguments, line, size, &print_prefix);
}

// A compound literal, and the layout that FFmpeg 5.1 calls the native order of so many channels.
static inline void clipgate_default_layout(AVChannelLayout *layout, int channels) {
  av_channel_layout_default(layout, channels);
}

// FFmpeg 7 turned these frame fields into flags and removed the fields in 8.
static inline int clipgate_frame_is_interlaced(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_INTERLACED
  return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
  return frame->interlaced_frame;
#endif
}
static inline void clipgate_frame_set_fields(AVFrame *frame, int top_first) {
#ifdef AV_FRAME_FLAG_TOP_FIELD_FIRST
  frame->flags |= AV_FRAME_FLAG_INTERLACED;
  if (top_first) frame->flags |= AV_FRAME_FLAG_TOP_FIELD_FIRST;
  else frame->flags &= ~AV_FRAME_FLAG_TOP_FIELD_FIRST;
#else
  frame->interlaced_frame = 1;
  frame->top_field_first = top_first;
#endif
}
static inline int64_t clipgate_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

// A decoder gives each picture the mark of the packet that began it: from FFmpeg 6 on by a pointer that
// is meant for that, before by the packet's place in the file, which nothing reads behind the demuxer.
static inline void clipgate_pass_marks(AVCodecContext *context) {
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
  context->flags |= AV_CODEC_FLAG_COPY_OPAQUE;
#else
  (void)context;
#endif
}
static inline void clipgate_packet_set_mark(AVPacket *packet, uintptr_t mark) {
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
  packet->opaque = (void *)mark;
#else
  packet->pos = (int64_t)mark;
#endif
}
// 0 or less where there is none.
static inline int64_t clipgate_frame_packet_mark(const AVFrame *frame) {
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
  return (int64_t)(uintptr_t)frame->opaque;
#else
  return frame->pkt_pos;
#endif
}
// The same for colours, which FFmpeg 5.1 tells right by itself: 0 there.
static inline uintptr_t clipgate_frame_mark(const AVFrame *frame) {
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
  return (uintptr_t)frame->opaque;
#else
  (void)frame;
  return 0;
#endif
}

// Gives a picture the first plane of another one of its size for opacity: arrays of pointers in a C
// struct are tuples in Swift, where they can't be gone through. Where that can't be, nothing changes.
static inline void clipgate_frame_set_alpha(AVFrame *frame, AVFrame *alpha) {
  if (frame->format != AV_PIX_FMT_YUV420P || frame->width != alpha->width ||
      frame->height != alpha->height || alpha->format != AV_PIX_FMT_YUV420P)
    return;
  int free_place = 0;
  while (free_place < AV_NUM_DATA_POINTERS && frame->buf[free_place]) free_place++;
  AVBufferRef *plane = av_frame_get_plane_buffer(alpha, 0);
  if (!plane || free_place == AV_NUM_DATA_POINTERS) return;
  AVBufferRef *owner = av_buffer_ref(plane);
  if (!owner) return;
  frame->buf[free_place] = owner;
  frame->data[3] = alpha->data[0];
  frame->linesize[3] = alpha->linesize[0];
  frame->format = AV_PIX_FMT_YUVA420P;
}

// The side data of a stream moved from AVStream to AVCodecParameters in FFmpeg 6.1.
static inline const uint8_t *clipgate_stream_side_data(
    const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 102)
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  if (!data) { *size = 0; return NULL; }
  *size = data->size;
  return data->data;
#else
  return av_stream_get_side_data(stream, type, size);
#endif
}
