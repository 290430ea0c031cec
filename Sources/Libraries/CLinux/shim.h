#pragma once
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/prctl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* <fcntl.h> names O_TMPFILE only under _GNU_SOURCE, which Swift's Glibc module is built without. */
static const int clinux_o_tmpfile = __O_TMPFILE;

/* <stdio.h> declares renameat2 only under _GNU_SOURCE, and syscall(2) is variadic, which Swift
   does not import. `flags` is 0, RENAME_NOREPLACE or RENAME_EXCHANGE. */
static inline int clinux_renameat2(int old_directory, const char *old_name, int new_directory,
                                   const char *new_name, unsigned int flags) {
  return (int)syscall(SYS_renameat2, old_directory, old_name, new_directory, new_name, flags);
}

/* RENAME_NOREPLACE and RENAME_EXCHANGE are macros over a shift, which Swift does not import. */
static const unsigned int clinux_rename_noreplace = RENAME_NOREPLACE;
static const unsigned int clinux_rename_exchange = RENAME_EXCHANGE;

/* The Landlock ABI of the running kernel, or -1: glibc has no wrapper for
   landlock_create_ruleset(2), syscall(2) is variadic, and Debian 12's headers may be older than
   the kernel, so the flag LANDLOCK_CREATE_RULESET_VERSION (1) is spelled out. */
static inline int clinux_landlock_abi(void) {
#ifdef SYS_landlock_create_ruleset
  return (int)syscall(SYS_landlock_create_ruleset, (void *)0, (size_t)0, 1u);
#else
  return -1;
#endif
}

/* Whether seccomp filters are offered: seccomp(SECCOMP_GET_ACTION_AVAIL) asks and changes nothing;
   syscall(2) is variadic. */
static inline int clinux_has_seccomp_filter(void) {
  unsigned int action = SECCOMP_RET_KILL_PROCESS;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0u, &action) == 0;
}

/* Swift marks fork(2) as unavailable. Only for a process with one thread: a fork server, or a
   program before it starts its second thread. */
static inline pid_t clinux_fork(void) { return fork(); }

/* glibc asks by newfstatat(2), whose path a filter can't see; this asks about a descriptor alone.
   The kernel's struct stat is glibc's on 64-bit machines. */
static inline int clinux_fstat(int descriptor, struct stat *status) {
  return (int)syscall(SYS_fstat, descriptor, status);
}

/* close_range(2) came with glibc 2.34 and Linux 5.9; syscall(2) is variadic. Where it is missing,
   every number that a descriptor can have is closed. */
static inline int clinux_close_from(unsigned int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, first, ~0u, 0u) == 0) return 0;
#endif
  long most = sysconf(_SC_OPEN_MAX);
  if (most > 65536) most = 65536;
  for (long number = first; number < most; number++) close((int)number);
  return most > 0 ? 0 : -1;
}

/* <spawn.h> declares posix_spawn_file_actions_addclosefrom_np (glibc 2.34) only under _GNU_SOURCE. */
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
static inline int clinux_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

/* memfd_create(2) is declared only under _GNU_SOURCE. */
static inline int clinux_memory_file(const char *name) {
  return (int)syscall(SYS_memfd_create, name, 1u /* MFD_CLOEXEC */);
}

/* <fcntl.h> declares sync_file_range(2) only under _GNU_SOURCE. SYNC_FILE_RANGE_WRITE (2) of all: begins
   to write, and waits for nothing. */
static inline int clinux_begin_flush(int descriptor) {
#ifdef SYS_sync_file_range
  return (int)syscall(SYS_sync_file_range, descriptor, (off_t)0, (off_t)0, 2u);
#else
  return -1;
#endif
}

/* ptrace(2) is variadic: PTRACE_ATTACH and PTRACE_DETACH. */
static inline long clinux_attach(pid_t process) {
  return syscall(SYS_ptrace, 16, process, 0, 0);
}
static inline long clinux_detach(pid_t process) {
  return syscall(SYS_ptrace, 17, process, 0, 0);
}

/* <sys/resource.h> has it as an alias of a name with underscores, which Swift does not import. */
static const int clinux_process_limit = RLIMIT_NPROC;

/* prctl(2) is variadic. Each of these answers 0, or -1 and sets errno. */
static inline int clinux_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); }
static inline int clinux_no_new_privileges(void) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}
/* At most 15 bytes, which ps(1) shows. */
static inline int clinux_name_process(const char *name) { return prctl(PR_SET_NAME, name, 0, 0, 0); }
static inline int clinux_not_dumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

/* `filter` is `count` instructions of 8 bytes each, as libseccomp exports them. */
static inline int clinux_set_filter(void *filter, unsigned short count) {
  struct sock_fprog program = {.len = count, .filter = (struct sock_filter *)filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, (unsigned long)&program, 0, 0);
}

/* Debian 12's <linux/landlock.h> is of ABI 1 or 2; this is the struct of ABI 6 and later, of which
   an older kernel is given the part that it knows. */
struct clinux_landlock {
  unsigned long long file_system, network, scope;
};

/* Locks this thread into a Landlock domain in which no path and no port is allowed. */
static inline int clinux_landlock(struct clinux_landlock handled, size_t size) {
#ifdef SYS_landlock_create_ruleset
  int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, size, 0u);
  if (rules < 0) return -1;
  int answer = (int)syscall(SYS_landlock_restrict_self, rules, 0u);
  close(rules);
  return answer;
#else
  return -1;
#endif
}

/* The CMSG_ macros are function-like. Sends one message with at most 8 descriptors, and where `wait`
   is 0 never waits for room; answers the count of bytes, or -1 and sets errno. */
static inline ssize_t clinux_send(int socket, const void *bytes, size_t size,
                                  const int *descriptors, size_t count, int wait) {
  union {
    char bytes[CMSG_SPACE(8 * sizeof(int))];
    struct cmsghdr alignment;
  } control;
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = size};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (count > 8) return -1;
  if (count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(count * sizeof(int));
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(head), descriptors, count * sizeof(int));
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL | (wait ? 0 : MSG_DONTWAIT));
}

/* Receives one message and its descriptors, at most 8; `*count` is how many there are. `*whole` is 0
   where bytes or descriptors did not fit. Answers the count of bytes, 0 at the end, or -1. */
static inline ssize_t clinux_receive(int socket, void *bytes, size_t size, int *descriptors,
                                     size_t *count, int *whole) {
  union {
    char bytes[CMSG_SPACE(8 * sizeof(int))];
    struct cmsghdr alignment;
  } control;
  struct iovec part = {.iov_base = bytes, .iov_len = size};
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control};
  *count = 0;
  ssize_t got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  *whole = got >= 0 && !(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC));
  if (got < 0) return got;
  for (struct cmsghdr *head = CMSG_FIRSTHDR(&message); head; head = CMSG_NXTHDR(&message, head)) {
    if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) continue;
    size_t here = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < here && *count < 8; index++, ++*count)
      memcpy(&descriptors[*count], CMSG_DATA(head) + index * sizeof(int), sizeof(int));
  }
  return got;
}

/* The status macros are function-like. `*signal` is 0 where the process ended by itself. */
static inline void clinux_read_status(int status, int *exit_code, int *signal) {
  *signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  *exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Which module owns struct timespec is a matter of the order in which Swift 6.3 loads them, and with
   MemberImportVisibility its fields may be out of reach. Answers 0 for a clock that is not there. */
static inline long long clinux_nanoseconds(clockid_t clock) {
  struct timespec time = {0};
  clock_gettime(clock, &time);
  return (long long)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* <sys/socket.h> declares accept4 only under _GNU_SOURCE. A connection never blocks and is closed in
   programs that are started. */
static inline int clinux_accept(int listener, struct sockaddr *address, socklen_t *size) {
  return (int)syscall(SYS_accept4, listener, address, size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/* SOCK_STREAM and its sisters are an enumeration whose type differs between C libraries. */
static inline int clinux_stream_socket(int family) {
  return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

/* struct epoll_event has a union, and its flags are an enumeration. `number` comes back with what
   happens; `operation` is EPOLL_CTL_ADD, EPOLL_CTL_MOD or EPOLL_CTL_DEL. */
static inline int clinux_poll_control(int poll, int operation, int descriptor, int reads, int writes,
                                      unsigned long long number) {
  struct epoll_event event = {.events = (reads ? EPOLLIN : 0) | (writes ? EPOLLOUT : 0),
                              .data = {.u64 = number}};
  return epoll_ctl(poll, operation, descriptor, &event);
}

/* What happened to one descriptor. */
struct clinux_readiness {
  unsigned long long number;
  int readable, writable, lost;
};

/* Waits for at most 64 descriptors, -1 milliseconds for ever; answers how many there are, or -1. */
static inline int clinux_poll_wait(int poll, struct clinux_readiness *ready, int milliseconds) {
  struct epoll_event events[64];
  int count = epoll_wait(poll, events, 64, milliseconds);
  for (int index = 0; index < count; index++)
    ready[index] = (struct clinux_readiness){
        .number = events[index].data.u64,
        .readable = (events[index].events & EPOLLIN) != 0,
        .writable = (events[index].events & EPOLLOUT) != 0,
        .lost = (events[index].events & (EPOLLERR | EPOLLHUP)) != 0,
    };
  return count;
}

/* Has malloc(3) take `size` bytes from the kernel at once and keep them when they are free, and give
   from them what it would else map and give back each time. The first `filled` of them are there
   before they are touched (MADV_POPULATE_WRITE, 23, of Linux 5.14), in huge pages where there are any.
   Nothing is lost but time where the kernel can't. */
static inline void clinux_fill_heap(size_t size, size_t filled) {
  const uintptr_t page = 4096, huge = 1 << 21;
  mallopt(M_MMAP_THRESHOLD, 1 << 25);
  mallopt(M_TRIM_THRESHOLD, 1 << 26);
  mallopt(M_TOP_PAD, 1 << 22);
  char *room = malloc(size);
  if (!room) return;
  uintptr_t first = (uintptr_t)room, last = first + size;
  uintptr_t start = (first + huge - 1) & ~(huge - 1), end = last & ~(huge - 1);
  if (start < end) madvise((void *)start, end - start, MADV_HUGEPAGE);
  start = (first + page - 1) & ~(page - 1);
  madvise((void *)start, filled & ~(page - 1), 23);
  free(room);
}
