"""Walls around a process: it reads its code, reads and writes one folder, and can do nothing else. They need no privileges, hold
for all threads and children, and cannot be taken down.

Landlock (Linux 6.2 or later) closes files, and on newer kernels TCP and signals. A seccomp filter refuses programs, processes,
sockets other than pairs of streams, memory that no limit counts, and the system calls by which one process of an account can look
into or disturb another one. It closes alone what an older Landlock leaves open. Both are called through ctypes.

Landlock cannot refuse to examine (`stat`) a file whose path is known.
"""

import ctypes
import errno
import os
import platform
import resource
import struct
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

MIN_LANDLOCK: Final = 3  # the version of Linux 6.2: the first that refuses to shorten a file
LANDLOCK_WITH_TCP: Final = 4
LANDLOCK_WITH_SCOPES: Final = 6

CREATE_RULESET: Final = 444  # the numbers of Landlock's system calls, the same on all machines
ADD_RULE: Final = 445
RESTRICT_SELF: Final = 446
ASK_VERSION: Final = 1
PATH_BENEATH: Final = 1

WRITE_FILE: Final = 1 << 1
READ_FILE: Final = 1 << 2
READ_DIR: Final = 1 << 3
REMOVE_DIR: Final = 1 << 4
REMOVE_FILE: Final = 1 << 5
MAKE_DIR: Final = 1 << 7
MAKE_FILE: Final = 1 << 8
MAKE_SOCKET: Final = 1 << 9
MOVE: Final = 1 << 13
TRUNCATE: Final = 1 << 14
ALL_FILE_RIGHTS: Final = (1 << 15) - 1  # also to execute, and to make devices, sockets, pipes and links
ALL_TCP_RIGHTS: Final = 3
ALL_SCOPES: Final = 3  # signals, and abstract sockets

READ: Final = READ_FILE | READ_DIR
OWN: Final = READ | WRITE_FILE | TRUNCATE | MAKE_FILE | MAKE_DIR | REMOVE_FILE | REMOVE_DIR | MOVE
RIGHTS_TO_A_FILE: Final = WRITE_FILE | READ_FILE | TRUNCATE

SYSTEM_FOLDERS: Final = (
    *("/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64"),
    *("/usr/share/zoneinfo", "/usr/share/terminfo", "/etc/terminfo"),
)
# Of /proc, only what the limit of memory reads: /proc/self/net has the connections of the whole machine.
SYSTEM_FILES: Final = ("/etc/localtime", "/etc/ld.so.cache", "/dev/urandom", "/proc/self/status")

SET_DEATH_SIGNAL: Final = 1  # of prctl
SET_SECCOMP: Final = 22
GET_SECCOMP: Final = 21
NO_NEW_PRIVILEGES: Final = 38
FILTER_MODE: Final = 2

REFUSED: Final = {  # system calls by their numbers on x86_64 and aarch64; -1 where there is none
    "execve": (59, 221),
    "execveat": (322, 281),
    "fork": (57, -1),
    "vfork": (58, -1),
    "socket": (41, 198),
    "connect": (42, 203),
    "bind": (49, 200),
    "sendmmsg": (307, 269),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "kcmp": (312, 272),
    "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424),
    "pidfd_getfd": (438, 438),
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
    "sched_setaffinity": (203, 122),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "syslog": (103, 116),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "userfaultfd": (323, 282),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "personality": (135, 92),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "inotify_init": (253, -1),
    "inotify_init1": (294, 26),
    "fanotify_init": (300, 262),
    "chmod": (90, -1),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, -1),
    "lchown": (94, -1),
    "fchownat": (260, 54),
    "utime": (132, -1),
    "utimes": (235, -1),
    "futimesat": (261, -1),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "setxattrat": (463, 463),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "removexattrat": (466, 466),
    "file_setattr": (469, 469),
}
CLONE: Final = (56, 220)
CLONE3: Final = (435, 435)
KILL: Final = (62, 129)
TGKILL: Final = (234, 131)
PRLIMIT: Final = (302, 261)
UTIMENSAT: Final = (280, 88)
THREAD_FLAG: Final = 0x10000  # CLONE_THREAD
# By these a file sends a signal of our choice to a process of our choice, which only Landlock of Linux 6.12 refuses.
FCNTL: Final = (72, 25)
SIGNAL_COMMANDS: Final = (8, 10, 15)  # F_SETOWN, F_SETSIG, F_SETOWN_EX
IOCTL: Final = (16, 29)
SIGNAL_REQUESTS: Final = (0x8901, 0x8902)  # FIOSETOWN, SIOCSPGRP
# Pairs of datagram sockets could send to any socket of the host that has a path. To send a message with descriptors is left to
# the streams of asyncio and to the starter: a stream takes no address.
SOCKETPAIR: Final = (53, 199)
STREAM: Final = 1
SOCKET_KIND: Final = 0xF  # without SOCK_CLOEXEC and SOCK_NONBLOCK
SENDTO: Final = (44, 206)
# RLIMIT_DATA counts neither shared memory nor stacks.
MMAP: Final = (9, 222)
SHARED_FLAG: Final = 0x01
ANONYMOUS_FLAG: Final = 0x20
GROWS_DOWN_FLAG: Final = 0x100
FIRST_X32_CALL: Final = 0x40000000

# The instructions of the filter.
LOAD: Final = 0x20
AND: Final = 0x54
JUMP_IF_EQUAL: Final = 0x15
JUMP_IF_AT_LEAST: Final = 0x35
JUMP_IF_ANY_BIT: Final = 0x45
RETURN: Final = 0x06
ALLOW: Final = 0x7FFF0000
KILL_PROCESS: Final = 0x80000000
ERROR: Final = 0x00050000
NUMBER_OFFSET: Final = 0
MACHINE_OFFSET: Final = 4
FIRST_ARGUMENT_OFFSET: Final = 16  # of its low half; the others follow every 8 bytes

Instruction = tuple[int, int, int, int]
REFUSE_CALL: Final[Instruction] = (RETURN, 0, 0, ERROR | errno.EPERM)
ALLOW_CALL: Final[Instruction] = (RETURN, 0, 0, ALLOW)


# The tables of the kernel for addresses without memory are counted by nobody, and are small up to here.
ADDRESSES_FOR_EACH_BYTE: Final = 8


class NoWalls(Exception):
    """The kernel refuses to build the walls; the text is a sentence without a full stop."""


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


class _Machine(NamedTuple):
    column: int  # in REFUSED
    audit: int  # its number in the filter


MACHINES: Final = {"x86_64": _Machine(0, 0xC000003E), "aarch64": _Machine(1, 0xC00000B7)}


class Limits(NamedTuple):
    """What a process may use."""

    data_megabytes: int  # of memory of its own; of addresses, ADDRESSES_FOR_EACH_BYTE times as much
    processor_seconds: int  # in its whole life
    file_megabytes: int  # of one file
    open_files: int


def why_no_walls() -> str:
    """Why this system cannot build the walls, as a sentence without a full stop; "" if it can."""
    if sys.platform != "linux" or platform.machine() not in MACHINES or sys.maxsize < 1 << 32:
        return "players can be kept apart only on Linux, on a machine with x86_64 or aarch64"
    version = landlock_version()
    if version < MIN_LANDLOCK:
        has = f"version {version} of Landlock" if version > 0 else "no Landlock"
        return f"this kernel has {has}, and keeping players apart needs version {MIN_LANDLOCK} (Linux 6.2)"
    if _libc().prctl(GET_SECCOMP, 0, 0, 0, 0) < 0:
        return "this kernel has no seccomp, which keeps players apart"
    return ""


def landlock_version() -> int:
    """The version of Landlock in this kernel; 0 or less if there is none."""
    return int(_libc().syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint(ASK_VERSION)))


def raise_walls(private: Path, own_folder: Path | None) -> None:
    """Let this process, which must have one thread, read its code, read and write `own_folder`, and do nothing else. The folder
    `private` stays closed, apart from `own_folder` in it. Raises NoWalls; then some walls may stand already."""
    problem = why_no_walls()
    if problem:
        raise NoWalls(problem)
    _give_up_privileges()
    _restrict_files(code_folders(private), own_folder)
    _filter_calls(_filter_program())


def confine_files(private: Path, own_folder: Path) -> None:
    """Let this process, which must have one thread, and its children read code and `/proc`, and read and write `own_folder`,
    where they may make sockets too. Everything but files, TCP and signals stays open to them. Raises NoWalls."""
    problem = why_no_walls()
    if problem:
        raise NoWalls(problem)
    _give_up_privileges()
    _restrict_files([*code_folders(private), Path("/proc")], own_folder, OWN | MAKE_SOCKET)


def forbid_programs() -> None:
    """Let this process and its children run no other program from now on. Raises NoWalls."""
    _give_up_privileges()
    machine = MACHINES[platform.machine()]
    calls = [REFUSED[name][machine.column] for name in ("execve", "execveat")]
    program = _start_of_filter(machine)
    for number in calls:
        program += [(JUMP_IF_EQUAL, 0, 1, number), REFUSE_CALL]
    _filter_calls([*program, ALLOW_CALL])


def _give_up_privileges() -> None:
    if _libc().prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        raise NoWalls("the kernel does not let a process give up new privileges")


def set_limits(limits: Limits) -> None:
    """Limit what this process and its children may use, if it may not use less already."""
    wanted = {
        resource.RLIMIT_DATA: limits.data_megabytes << 20,
        resource.RLIMIT_AS: ADDRESSES_FOR_EACH_BYTE * limits.data_megabytes << 20,
        resource.RLIMIT_CPU: limits.processor_seconds,
        resource.RLIMIT_FSIZE: limits.file_megabytes << 20,
        resource.RLIMIT_NOFILE: limits.open_files,
        resource.RLIMIT_CORE: 0,
    }
    for kind, limit in wanted.items():
        _, hard = resource.getrlimit(kind)
        if hard != resource.RLIM_INFINITY:
            limit = min(limit, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (limit, limit))


def die_with_parent() -> None:
    """Let the kernel kill this process when the thread that forked it ends."""
    _libc().prctl(SET_DEATH_SIGNAL, 9, 0, 0, 0)


def code_folders(private: Path) -> list[Path]:
    """The folders from which this process imports, without those that contain `private`. Raises NoWalls if the code of Vok lies
    in such a folder."""
    own_code = Path(__file__).resolve().parents[2]
    libraries = [path for name, path in sysconfig.get_paths().items() if name.endswith("lib")]
    libraries += [f"{prefix}/lib" for prefix in (sys.prefix, sys.base_prefix, sys.exec_prefix)]
    folders = dict.fromkeys([Path(name).resolve() for name in [str(own_code), *sys.path, *libraries] if name])
    is_private = {folder: folder == private.resolve() or folder in private.resolve().parents for folder in folders}
    if is_private[own_code]:
        raise NoWalls(f"the players' folder {private} must not be inside the folder of Vok's code, {own_code}")
    return [folder for folder in folders if folder.is_dir() and not is_private[folder]]


# -- Landlock


def _restrict_files(code: Iterable[Path], own_folder: Path | None, own_rights: int = OWN) -> None:
    version = landlock_version()
    tcp = ALL_TCP_RIGHTS if version >= LANDLOCK_WITH_TCP else 0
    scopes = ALL_SCOPES if version >= LANDLOCK_WITH_SCOPES else 0
    attributes = struct.pack("=QQQ", ALL_FILE_RIGHTS, tcp, scopes)
    size = 24 if scopes else 16 if tcp else 8
    libc = _libc()
    ruleset = libc.syscall(CREATE_RULESET, attributes, ctypes.c_size_t(size), ctypes.c_uint(0))
    if ruleset < 0:
        raise NoWalls(f"the kernel refuses Landlock ({os.strerror(ctypes.get_errno())})")
    try:
        for path in (*SYSTEM_FOLDERS, *SYSTEM_FILES, *map(str, code)):
            _allow(ruleset, path, READ)
        _allow(ruleset, os.devnull, READ | WRITE_FILE)
        if own_folder is not None:
            _allow(ruleset, str(own_folder), own_rights)
        if libc.syscall(RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint(0)):
            raise NoWalls(f"the kernel refuses Landlock ({os.strerror(ctypes.get_errno())})")
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    """Allow something below a path, if it exists. Raises NoWalls."""
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not Path(path).is_dir():
            rights &= RIGHTS_TO_A_FILE
        rule = struct.pack("=Qi", rights, descriptor)
        if _libc().syscall(ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(PATH_BENEATH), rule, ctypes.c_uint(0)):
            raise NoWalls(f"Landlock refuses {path} ({os.strerror(ctypes.get_errno())})")
    finally:
        os.close(descriptor)


# -- seccomp


def _filter_calls(instructions: Iterable[Instruction]) -> None:
    program = b"".join([struct.pack("=HBBI", *step) for step in instructions])
    buffer = ctypes.create_string_buffer(program, len(program))
    described = _Filter(len(program) // 8, ctypes.cast(buffer, ctypes.c_void_p))
    if _libc().prctl(SET_SECCOMP, FILTER_MODE, ctypes.byref(described), 0, 0):
        raise NoWalls(f"the kernel refuses seccomp ({os.strerror(ctypes.get_errno())})")


def _start_of_filter(machine: _Machine) -> list[Instruction]:
    """End a process that calls the system as another machine would."""
    program: list[Instruction] = [
        (LOAD, 0, 0, MACHINE_OFFSET),
        (JUMP_IF_EQUAL, 1, 0, machine.audit),
        (RETURN, 0, 0, KILL_PROCESS),
        (LOAD, 0, 0, NUMBER_OFFSET),
    ]
    return [*program, (JUMP_IF_AT_LEAST, 0, 1, FIRST_X32_CALL), REFUSE_CALL] if machine.column == 0 else program


def _filter_program() -> list[Instruction]:
    """What the kernel runs for each system call of this process. A refused call fails with EPERM."""
    machine = MACHINES[platform.machine()]
    column, pid = machine.column, os.getpid()
    program = _start_of_filter(machine)

    def add(number: int, then: Sequence[Instruction]) -> None:
        if number >= 0:
            program.extend([(JUMP_IF_EQUAL, 0, len(then), number), *then])

    for numbers in REFUSED.values():
        add(numbers[column], [REFUSE_CALL])
    # Threads only. The C library tries clone3 first, whose arguments no filter can see, and then clone.
    add(CLONE3[column], [(RETURN, 0, 0, ERROR | errno.ENOSYS)])
    add(CLONE[column], [_load(0), (JUMP_IF_ANY_BIT, 1, 0, THREAD_FLAG), REFUSE_CALL, ALLOW_CALL])
    for call in (KILL, TGKILL):
        add(call[column], [_load(0), (JUMP_IF_EQUAL, 1, 0, pid), REFUSE_CALL, ALLOW_CALL])
    is_own = [_load(0), (JUMP_IF_EQUAL, 2, 0, 0), (JUMP_IF_EQUAL, 1, 0, pid), REFUSE_CALL, ALLOW_CALL]
    add(PRLIMIT[column], is_own)
    add(UTIMENSAT[column], _allow_null(1))  # only of an open file: without a path
    for call, refused in ((FCNTL, SIGNAL_COMMANDS), (IOCTL, SIGNAL_REQUESTS)):
        steps = [step for number in refused for step in ((JUMP_IF_EQUAL, 0, 1, number), REFUSE_CALL)]
        add(call[column], [_load(1), *steps, ALLOW_CALL])
    add(SENDTO[column], _allow_null(4))  # without an address
    is_stream = [_load(1), (AND, 0, 0, SOCKET_KIND), (JUMP_IF_EQUAL, 1, 0, STREAM), REFUSE_CALL, ALLOW_CALL]
    add(SOCKETPAIR[column], is_stream)
    is_counted: list[Instruction] = [
        *(_load(3), (JUMP_IF_ANY_BIT, 3, 0, GROWS_DOWN_FLAG)),
        *((JUMP_IF_ANY_BIT, 0, 3, ANONYMOUS_FLAG), (JUMP_IF_ANY_BIT, 1, 0, SHARED_FLAG), ALLOW_CALL),
        *(REFUSE_CALL, ALLOW_CALL),
    ]
    add(MMAP[column], is_counted)
    return [*program, ALLOW_CALL]


def _load(argument: int, *, is_high_half: bool = False) -> Instruction:
    """Look at half of an argument of the call, from 0."""
    return (LOAD, 0, 0, FIRST_ARGUMENT_OFFSET + 8 * argument + (4 if is_high_half else 0))


def _allow_null(argument: int) -> list[Instruction]:
    """Allow the call only if this argument is a null pointer."""
    return [
        *(_load(argument), (JUMP_IF_EQUAL, 0, 3, 0)),
        *(_load(argument, is_high_half=True), (JUMP_IF_EQUAL, 0, 1, 0)),
        *(ALLOW_CALL, REFUSE_CALL),
    ]


def _libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    return libc
