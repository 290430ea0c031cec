"""What the kernel tells of a process and all that it started: who they are and what memory they hold."""

import os


def descendants(root):
    """The ids of all processes below one, as far as they are there while one looks."""
    parents = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                # The command's name is in parentheses and may hold anything, parentheses too.
                rest = file.read().rpartition(b")")[2].split()
        except OSError:
            continue
        parents.setdefault(int(rest[1]), []).append(int(name))
    found, waiting = [], list(parents.get(root, []))
    while waiting:
        process = waiting.pop()
        found.append(process)
        waiting.extend(parents.get(process, []))
    return found


def tree_bytes(root):
    """The memory that all processes below one hold together at this moment.

    Of anonymous memory each has its share, so that pages that a fork left in common count once. Of
    files (programs and libraries, which most have in common) the process with the most counts: a share
    would depend on who else on the machine runs the same program.
    """
    own, files = 0, 0
    for process in descendants(root):
        try:
            kinds = _kibibytes(f"/proc/{process}/status", (b"RssAnon:", b"RssShmem:", b"RssFile:"))
        except OSError:
            continue
        try:
            # Only for those that may look at it; for others what is shared counts more than once.
            shares = _kibibytes(f"/proc/{process}/smaps_rollup", (b"Pss_Anon:", b"Pss_Shmem:"))
        except OSError:
            shares = {}
        own += shares.get(b"Pss_Anon:", kinds.get(b"RssAnon:", 0))
        own += shares.get(b"Pss_Shmem:", kinds.get(b"RssShmem:", 0))
        files = max(files, kinds.get(b"RssFile:", 0))
    return (own + files) * 1024


def _kibibytes(path, names):
    with open(path, "rb") as file:
        lines = (line.split() for line in file)
        return {words[0]: int(words[1]) for words in lines if words and words[0] in names}
