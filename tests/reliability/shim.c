/* Put before libc by LD_PRELOAD: the time of day goes wrong, or files below a directory are slow.
 *
 * The file named by TEST_SHIM holds two doubles that a test may change at any time: seconds to add
 * to the time of day, and seconds that each call about a file below TEST_SHIM_BELOW takes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile double *wanted;
static const char *below;

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("TEST_SHIM");
    below = getenv("TEST_SHIM_BELOW");
    int fd = path ? ((int (*)(const char *, int, ...))next("open"))(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        void *map = mmap(NULL, 2 * sizeof(double), PROT_READ, MAP_SHARED, fd, 0);
        wanted = map == MAP_FAILED ? NULL : map;
        close(fd);
    }
}

static void take_time(const char *path) {
    if (wanted && below && wanted[1] > 0 && path && !strncmp(path, below, strlen(below)))
        usleep((useconds_t)(wanted[1] * 1e6));
}

int clock_gettime(clockid_t clock, struct timespec *at) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = next("clock_gettime");
    int result = real(clock, at);
    if (!result && wanted && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        at->tv_sec += (time_t)wanted[0];
    return result;
}

time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at) *at = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return 0;
}

#define OPEN(name)                                                  \
    int name(const char *path, int flags, ...) {                    \
        static int (*real)(const char *, int, ...);                 \
        if (!real) real = next(#name);                              \
        va_list more;                                               \
        va_start(more, flags);                                      \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0; \
        va_end(more);                                               \
        take_time(path);                                            \
        return real(path, flags, mode);                             \
    }
OPEN(open)
OPEN(open64)

#define STAT(name, kind)                              \
    int name(const char *restrict path, struct kind *restrict found) { \
        static int (*real)(const char *, struct kind *); \
        if (!real) real = next(#name);                \
        take_time(path);                              \
        return real(path, found);                     \
    }
STAT(stat, stat)
STAT(lstat, stat)
STAT(stat64, stat64)
STAT(lstat64, stat64)

int rename(const char *from, const char *to) {
    static int (*real)(const char *, const char *);
    if (!real) real = next("rename");
    take_time(to);
    return real(from, to);
}
